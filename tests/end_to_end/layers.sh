#!/usr/bin/env bash
# scripts/check-layers passes a small tree that keeps to its rooms, and refuses each kind
# of offence planted in a copy of it, with file and line.
set -u
cd "$(dirname "$0")/../.." || exit 1
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
scripts=$PWD/scripts
python=$(python3 -c 'import sys; print(sys.executable)') # what a wrapper would start
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
bad=0

# ---- the small tree ----------------------------------------------------------------------

# write FILE: standard input becomes FILE, in folders that are made
write() {
    mkdir -p "$(dirname "$1")"
    cat >"$1"
}

make_tree() {
    mkdir -p "$work/good/scripts" && cd "$work/good" || exit 1
    cp "$scripts/"{check-layers,describe-rooms,libraries,source_tree.py} scripts/
    write scripts/rooms <<'END'
# room | may use | face headers | outside libraries | what it is
base       | -             | *    | jansson:json | for all
game/board | base          | play | pthread      | plays
game/net   | game/*        | *    | -            | nets
game       | game/*        | *    | -            | the face
main       | all           | -    | pthread      | the program
END
    write base/json.h <<'END'
/* base/hidden_internal.h: a comment, no include */
int json_read(const char *text);
END
    write base/json.c <<'END'
#include <stddef.h>
#include "base/json.h"
static const char *const names[] = {"one", "two"};
int json_read(const char *text)
{
    return text == NULL ? 0 : names[1][0];
}
END
    write game/board/play.h <<'END'
int play_best(int roll);
END
    write game/board/tables.h <<'END'
extern const int table_rolls[2];
int table_size(void);
END
    write game/board/play_internal.h <<'END'
int play_worst(int roll);
END
    write game/board/play.c <<'END'
#include <pthread.h>
#include "base/json.h"
#include "game/board/play.h"
#include "game/board/play_internal.h"
#include "game/board/tables.h"
static int better(int roll);
int play_best(int roll)
{
    return better(roll) + table_rolls[1] + table_size();
}
int play_worst(int roll)
{
    return roll;
}
static int better(int roll)
{
    return json_read("") + roll;
}
END
    write game/board/tables.c <<'END'
#include "game/board/tables.h"
const int table_rolls[2] = {1, 2};
int table_size(void)
{
    return 2;
}
END
    write game/net/net.h <<'END'
int net_value(void);
END
    write game/net/net.c <<'END'
#include "game/net/net.h"
#include "game/board/play.h"
int net_value(void)
{
    return play_best(3);
}
END
    write game/game.h <<'END'
int game_run(void);
END
    write game/game.c <<'END'
#include "game/game.h"
#include "game/net/net.h"
int game_run(void)
{
    return net_value();
}
END
    write main/main.c <<'END'
#include <pthread.h>
#include "game/game.h"
int main(void)
{
    return game_run();
}
END
    write tests/test_play.c <<'END'
#include <cmocka.h>
#include "game/board/play_internal.h"
int test(void);
int test(void) { return play_worst(1); }
END
    cd - >/dev/null || exit 1
}

# Compiles what has changed in the current folder.
compile() {
    local source object
    for source in $(find . -name '*.c' -not -path './tests/*'); do
        object=build/${source#./} object=${object%.c}.o
        [ "$object" -nt "$source" ] && continue
        mkdir -p "$(dirname "$object")"
        # shellcheck disable=SC2086 # as in make, words: "ccache gcc"
        ${CC:-gcc} -std=c11 -O2 -I. -c "$source" -o "$object" || exit 1
    done
}

# ---- planting and looking ----------------------------------------------------------------

# plant NAME: begins a copy of the tree, which then is the current folder
plant() {
    name=$1
    rm -rf "$work/bad"
    cp -a "$work/good" "$work/bad"
    cd "$work/bad" || exit 1
}

complain() {
    printf 'FAILED: %s: %s\n' "$name" "$1"
    sed 's/^/    /' "$work/said"
    bad=1
}

look() {
    compile
    "$python" scripts/check-layers "$@" >"$work/said" 2>&1
    status=$?
}

# refused LINE...: these lines and no other
refused() {
    local line
    look
    [ "$status" -eq 1 ] || complain "status $status in place of 1"
    for line in "$@"; do
        grep -qxF -- "$line" "$work/said" || complain "not said: $line"
    done
    grep -q ": $# refused$" "$work/said" || complain "not $# refused"
}

passes() {
    look
    [ "$status" -eq 0 ] && grep -q ': clean$' "$work/said" || complain "status $status"
}

# ---- the claims --------------------------------------------------------------------------

make_tree
plant 'the tree as it is'
mv "$work/bad" "$work/good.new" && cd "$work/good.new" && compile && cd "$work" || exit 1
rm -rf good && mv good.new good
plant 'the tree as it is'
passes

plant 'an include of a room above'
sed -i '2i #include "game/net/net.h"' game/board/tables.c
refused 'game/board/tables.c:2: includes game/net/net.h; game/board may not use game/net [include]'

plant 'an include that is not written from the root'
sed -i 's|"game/net/net.h"|"net.h"|' game/net/net.c
refused 'game/net/net.c:1: the product has no net.h, seen from the root [include]'

plant 'an include of the tests'
sed -i '2i #include "tests/help.h"' game/game.c
echo >tests/help.h
refused 'game/game.c:2: the product has no tests/help.h, seen from the root [include]'

plant 'a symbol of a room above, without an include'
printf 'int net_more(void);\n' >game/net/more.h
printf '#include "game/net/more.h"\nint net_more(void)\n{\n    return 1;\n}\n' >game/net/more.c
sed -i 's/return 2;/extern int net_more(void);\n    return net_more();/' game/board/tables.c
refused 'game/board/tables.c:5: uses net_more of game/net/more.c; game/board may not use game/net [symbol]'

plant 'a room that is not named, though it stands below'
sed -i 's/^game  .*|/game | game\/* | * | - |/; s/^main  .*/main | game | - | pthread | all/' scripts/rooms
sed -i '3i #include "base/json.h"' main/main.c
sed -i 's/game_run();/game_run() + json_read("");/' main/main.c
refused 'main/main.c:3: includes base/json.h; main may not use base [include]' \
    'main/main.c:6: uses json_read of base/json.c; main may not use base [symbol]'

plant 'an include of a header that is no face'
sed -i '2i #include "game/board/tables.h"' game/net/net.c
refused 'game/net/net.c:2: includes game/board/tables.h, which game/board keeps to itself [face]'

plant 'an include of an internal header where all others are faces'
echo 'enum { NET_HIDDEN };' >game/net/net_internal.h
sed -i '2i #include "game/net/net_internal.h"' game/game.c
refused 'game/game.c:2: includes game/net/net_internal.h, which game/net keeps to itself [face]'

plant 'a library of another room'
sed -i '1i #include <pthread.h>' game/game.c
refused 'game/game.c:1: includes <pthread.h> but does not own pthread [library]'

plant 'a library of another file of the room'
echo '#include <jansson.h>' >base/other.h
refused 'base/other.h:1: includes <jansson.h> but does not own jansson [library]'

plant 'cmocka outside of the tests'
echo '#include <cmocka.h>' >main/main.h
refused 'main/main.h:1: includes <cmocka.h> but does not own cmocka [library]'

plant 'a library that nobody knows'
echo '#include <lzma.h>' >main/main.h
refused 'main/main.h:1: <lzma.h> is of no library that scripts/check-layers knows [library]'

plant 'an extern without a prefix'
sed -i 's/table_size/how_many/' game/board/*.[ch]
refused 'game/board/tables.c:3: how_many begins with none of: board cmd game table tables [prefix]'

plant 'mutable globals'
sed -i 's/static int better(int roll);/&\nstatic int calls;/; s/return better/calls++;\n    return calls * better/' \
    game/board/play.c
sed -i 's/return 2;/static int last = 1;\n    return last++;/' game/board/tables.c
refused 'game/board/play.c:7: calls is a mutable global [global]' \
    'game/board/tables.c:5: last is a mutable global [global]'

plant 'a type and an enumerator without a prefix'
echo 'enum colour { RED, PLAY_BLUE };' >>game/board/play.h
refused 'game/board/play.h:2: colour begins with none of: board cmd game play [type]' \
    'game/board/play.h:2: RED begins with none of: board cmd game play [type]'
echo 'game/board 2' >scripts/prefixes-pending
passes

plant 'a library that prints and ends the program'
sed -i '1i #include <stdio.h>\n#include <stdlib.h>' game/board/tables.c
sed -i 's/return 2;/if (printf("%d", 2) < 0) {\n        exit(1);\n    }\n    return 2;/' game/board/tables.c
refused 'game/board/tables.c:7: uses printf: a library neither prints nor ends the program [speech]' \
    'game/board/tables.c:8: uses exit: a library neither prints nor ends the program [speech]'

plant 'a file of 601 lines'
yes '/* */' | head -n 595 >>game/board/tables.c
refused 'game/board/tables.c:601: has 601 lines, more than 600 [length]'

plant 'an extern that only a test uses'
sed -i 's/play_internal/play/' tests/test_play.c
sed -i '/play_internal/d' game/board/play.c
cat game/board/play_internal.h >>game/board/play.h
rm game/board/play_internal.h
refused 'game/board/play.c:10: only tests use play_worst: declare it in an _internal.h [unused]'

plant 'an extern that nobody uses'
printf 'int net_idle(void);\nint net_idle(void)\n{\n    return 1;\n}\n' >>game/net/net.c
refused 'game/net/net.c:8: no other file uses net_idle: make it static or delete it [unused]'

plant 'an internal extern that nobody uses'
sed -i 's/play_worst(1)/1/' tests/test_play.c
refused 'game/board/play.c:11: no other file uses play_worst: make it static or delete it [unused]'

plant 'a circle of objects'
sed -i '1i #include "game/board/play.h"' game/board/tables.c
sed -i 's/return 2;/return play_best(2);/' game/board/tables.c
refused 'game/board/play.c:9: a circle of objects:' # the arrows are looked at below
grep -qxF '    game/board/play.c uses table_rolls of game/board/tables.c' "$work/said" &&
    grep -qxF '    game/board/tables.c uses play_best of game/board/play.c [circle]' "$work/said" ||
    complain 'the arrows are not said'

plant 'a circle of includes'
sed -i '1i #pragma once' game/board/*.h
sed -i '2i #include "game/board/tables.h"' game/board/play.h
sed -i '2i #include "game/board/play.h"' game/board/tables.h
refused 'game/board/play.h:2: a circle of includes:'
grep -qxF '    game/board/tables.h includes game/board/play.h in line 2 [circle]' "$work/said" ||
    complain 'the arrows are not said'

plant 'a circle of modules'
mkdir game/page
printf "import './hands.js';\n" >game/page/begin.js
printf "import {a} from './words.js';\nimport {c,\n  d} from './table.js';\n" >game/page/hands.js
printf "import {b} from './hands.js';\n" >game/page/table.js
printf "export const a = 1;\n" >game/page/words.js
refused 'game/page/hands.js:3: a circle of modules:'
grep -qxF '    game/page/table.js imports game/page/hands.js in line 1 [circle]' "$work/said" ||
    complain 'the arrows are not said'

plant 'two externs of one name'
sed 's/game_run/net_value/' game/game.h >game/net/net_more.h
sed -i '2i #include "game/net/net_more.h"' game/net/net.c
printf '#include "game/net/net_more.h"\nint net_value(void)\n{\n    return 1;\n}\n' >game/net/net_more.c
refused 'game/net/net_more.c:2: net_value is an extern of game/net/net.c, too [twice]'

plant 'a static function with the name of an extern'
sed -i '1i static int net_value(void)\n{\n    return 1;\n}' game/board/tables.c
sed -i 's/return 2;/return net_value();/' game/board/tables.c
refused 'game/board/tables.c:1: static net_value has the name of an extern of game/net/net.c [twice]'

same() {
    for file in "$@"; do
        printf 'static int same(void)\n{\n    return 1;\n}\n' >>$file.c
    done
}

plant 'static functions of one name in three files'
same base/json game/game main/main
refused 'base/json.c:8: static same is also in game/game.c main/main.c [namesake]'

plant 'static functions of one name in two files'
same base/json game/game
passes

plant 'files that count as one'
same base/json game/board/play game/game main/main
echo '* game/board/p game/game.c | alternatives' >scripts/namesakes
refused 'base/json.c:8: static same is also in game/board/play.c main/main.c [namesake]'
echo 'same main/ game/ | all do the same' >scripts/namesakes
passes

plant 'files that count as one for no reason'
echo 'same main/ game/ |' >scripts/namesakes
refused 'scripts/namesakes:1: no reason behind a | for: same [list]' \
    'scripts/namesakes:1: lets nothing through, take it out: same [list]'

plant 'a source outside of every room'
write base/deep/well.h </dev/null
refused 'base/deep/well.h:1: base/deep is no room of scripts/rooms [table]'

plant 'a room that may use one of a later line'
sed -i 's/^base  *| -/base | game/' scripts/rooms
refused 'scripts/rooms:2: base may use only rooms of earlier lines, not game [table]'

plant 'a face and an owner that are not there'
sed -i 's/| play |/| play gone |/; s/jansson:json/&,gone/' scripts/rooms
refused 'scripts/rooms:3: there is no game/board/gone.h [table]' \
    'scripts/rooms:2: there is no base/gone.c to own jansson [table]'

plant 'a room that may be used and is not'
sed -i 's/^game\/net   | game\/\*   /game\/net   | base game\/* /' scripts/rooms
refused 'scripts/rooms:4: game/net uses nothing of base [permission]'

plant 'a file in the root that nobody knows'
git init -q . && echo it >yes && git add yes
refused 'yes:1: is no file that the root is to have [root]'

# ---- exceptions --------------------------------------------------------------------------

finding='unused game/net/net.c net_idle'
idle() {
    printf 'int net_idle(void);\nint net_idle(void)\n{\n    return 1;\n}\n' >>game/net/net.c
}

plant 'an exception'
idle
compile
[ "$(scripts/check-layers --findings)" = "$finding" ] || complain '--findings prints another'
echo "$finding | for other programs" >scripts/rooms-exceptions
passes

plant 'an exception without a reason'
idle
printf '# reasons?\n%s |\n' "$finding" >scripts/rooms-exceptions
refused "scripts/rooms-exceptions:2: no reason behind a | for: $finding [list]"

plant 'an exception that is gone'
echo "$finding | for other programs" >scripts/rooms-exceptions
refused "scripts/rooms-exceptions:1: lets nothing through, take it out: $finding [list]"

plant 'a sixth exception'
for number in 1 2 3 4 5 6; do
    printf 'int net_idle%s(void);\nint net_idle%s(void)\n{\n    return 1;\n}\n' $number $number >>game/net/net.c
    echo "$finding$number | a reason" >>scripts/rooms-exceptions
done
refused 'scripts/rooms-exceptions:6: more than 5 exceptions [list]'

# ---- what cannot be checked, and the table ----------------------------------------------

plant 'an object that is older than its source'
touch -d '+1 hour' game/game.c
scripts/check-layers >"$work/said" 2>&1
[ $? -eq 2 ] && grep -q 'build/game/game.o is not there or older' "$work/said" || complain 'passed'

plant 'another build folder'
mv build build-other
look build-other
[ "$status" -eq 0 ] || complain "status $status"

plant 'a table with a column too few'
echo 'more | - | - | -' >>scripts/rooms
look
[ "$status" -eq 2 ] && grep -q 'scripts/rooms:7: 4 columns in place of 5' "$work/said" || complain 'passed'

plant 'the table as Markdown'
scripts/describe-rooms rooms >"$work/said"
grep -qxF '| `base/` | - | all |' "$work/said" || complain 'no such line'
[ "$(sed -n 3p "$work/said")" = '| `main/` | `all` | - |' ] || complain 'not from the roof'

plant 'the floors'
scripts/describe-rooms floors >"$work/said"
grep -qxF '     2  game/net/   nets' "$work/said" || complain 'game/net does not stand above game/board'
[ "$(sed -n 2p "$work/said")" = '     1  main/       the program' ] || complain 'not from the roof'

plant 'the owners of libraries'
scripts/describe-rooms libraries >"$work/said"
grep -q '^| jansson | .* | `base/json` |$' "$work/said" || complain 'no owner of jansson'

exit "$bad"
