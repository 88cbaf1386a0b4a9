#!/usr/bin/env bash
# The Containerfile's steps, run in a chroot of a fresh Debian 12, make an image in which
# an ordinary user plays on a server, its health check passes while it runs, and fails
# after it has stopped.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/slow/chroot
user=root folder=/ stage='' entry='' check='' command=()

# as_user COMMAND...: in the stage, as USER and WORKDIR say
as_user() {
    within "$stage" setpriv --reuid "$user" --regid "$user" --clear-groups sh -c 'cd "$0" && exec "$@"' "$folder" "$@"
}

# ["a", "b"] as words of the shell
words_of() { tr -d '[],' <<<"$1" | xargs -n 1 printf '%s\n'; }

# copy WHERE_FROM... TO
copy() {
    case $1 in
    --from=*) mkdir -p "$work/$stage$3" && cp -a "$work/${1#--from=}$2/." "$work/$stage$3/" ;;
    *) mkdir -p "$work/$stage$2" && git ls-files -z | xargs -0 cp -a --parents -t "$work/$stage$2" ;;
    esac
}

# step KEYWORD REST
step() {
    case $1 in
    FROM) user=root folder=/ stage=$(sed -n 's/.* AS //p' <<<"$2") stage=${stage:-final} && copy_debian "$stage" ;;
    COPY) eval "copy $2" ;;
    RUN) folder=$folder as_user sh -c "$2" ;;
    USER) user=$2 ;;
    WORKDIR) folder=$2 && mkdir -p "$work/$stage$2" ;;
    ENTRYPOINT) entry=$(words_of "$2") ;;
    CMD) mapfile -t command < <(words_of "$2") ;;
    HEALTHCHECK) check=${2#*CMD } ;;
    VOLUME | STOPSIGNAL) ;;
    *) fail "unknown step $1" ;;
    esac || fail "$1 $2"
}

make_debian
while read -r keyword rest; do
    case $keyword in '' | '#'*) ;; *) step "$keyword" "$rest" ;; esac
done <Containerfile

[ "$user" != root ] || fail "the image runs as root"
"$BUILD/fibsd" --port 0 --account container:secret:1500:500 --quiet >"$work/fibsd.out" 2>&1 &
server=$!
trap 'kill -KILL $server ${bot:-} 2>/dev/null; cleanup' EXIT
for _ in $(seq 100); do
    port=$(sed -n 's/^listening on .*:\([0-9]*\)$/\1/p' "$work/fibsd.out")
    [ -n "$port" ] && break
    sleep 0.1
done
mkdir -p "$work/final/etc/fibsbot"
printf '[account]\nname = container\npassword_file = /etc/fibsbot/password\n[server]\nhost = 127.0.0.1\nport = %s\n' \
    "$port" >"$work/final/etc/fibsbot/bot.conf"
(umask 077; echo secret >"$work/final/etc/fibsbot/password")
chroot "$work/final" chown fibsbot /etc/fibsbot/password

as_user sh -c "$check" && fail "healthy before it runs"
chroot "$work/final" setpriv --reuid "$user" --regid "$user" --clear-groups \
    sh -c 'cd "$0" && exec "$@"' "$folder" "$entry" "${command[@]}" >"$work/bot.log" 2>&1 &
bot=$!
for _ in $(seq 100); do
    grep -q 'logged in as container' "$work/bot.log" && break
    sleep 0.1
done
cp "$work/bot.log" "$work/said"
grep -q 'logged in as container' "$work/bot.log" || fail "it does not log in"
as_user sh -c "$check" || fail "not healthy while it runs"
kill -TERM "$bot"
wait "$bot" || fail "it ends with status $?"
as_user sh -c "$check" && fail "healthy after it stopped"
exit 0
