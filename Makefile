# fibsbot: a backgammon bot for FIBS. `make help` lists the targets.
#
# Switches:
#   CC=gcc|clang          the compiler
#   LINKER=gcc            what links, if not CC
#   SAN=address           a sanitizer build in its own folder: address, undefined, thread,
#                         or a list such as SAN=address,undefined
#   DEBUG=1               no optimisation
#   WERROR=1              warnings are errors
#   BUILD=folder          where the build goes (build, or build-address, ...)
#   PREFIX=/usr/local     where `make install` puts things; DESTDIR is put before it
#   MATCHES=2000 SEED=1   of `make soak`
#   V=1                   show every command
#   YES=1                 install missing system packages without asking

CC      := $(if $(filter default,$(origin CC)),gcc,$(CC))
LINKER  ?= $(CC)
SAN     ?=
DEBUG   ?=
WERROR  ?=
PREFIX  ?= /usr/local
DESTDIR ?=
comma   := ,
BUILD   ?= build$(if $(SAN),-$(subst $(comma),-,$(SAN)))

# The files of the browser's table, put into the program (bot/seat/browser/table_http.c).
PAGE_FILES  := $(wildcard bot/seat/browser/page/*.html bot/seat/browser/page/*.css bot/seat/browser/page/*.js)
TABLE_PAGES := $(foreach f,$(PAGE_FILES),PAGE($(subst .,_,$(notdir $f)),"$(notdir $f)"))

# ---- what the system provides -------------------------------------------------------
PKGS     := libevent libevent_openssl openssl jansson inih sqlite3 libcurl libedit zlib
PKG_CONFIG ?= pkg-config
PKG_CFLAGS := $(shell $(PKG_CONFIG) --cflags $(PKGS) 2>/dev/null)
# Debian's wslay comes without a file for pkg-config.
PKG_LIBS   := $(shell $(PKG_CONFIG) --libs $(PKGS) 2>/dev/null) -lwslay
CMOCKA_LIBS := $(shell $(PKG_CONFIG) --libs cmocka 2>/dev/null)

# ---- flags --------------------------------------------------------------------------
VERSION  := $(shell cat VERSION)
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wdouble-promotion -Wstrict-prototypes \
            -Wmissing-prototypes -Wwrite-strings -Wundef -Wpointer-arith -Wvla -Wformat=2
CFLAGS   ?=
LDFLAGS  ?=
# Faults in the handling of strangers' bytes must end the program, not be used. Builds for
# debuggers and sanitizers go without: they watch memory themselves. That of alignment does not
# and costs little, so a build with it alone is as users have it.
takes     = $(shell $(CC) -Werror $1 -x c -c /dev/null -o /dev/null 2>/dev/null && echo $1)
WATCHED  := $(filter-out alignment,$(SAN))
ifeq ($(DEBUG)$(WATCHED),)
HARDENING := -fPIE -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 \
             $(call takes,-fstack-clash-protection) $(call takes,-fcf-protection=full)
HARDENED_LINK := -pie -Wl,-z,relro,-z,now,-z,noexecstack
endif
# No contraction: the same bits from every kernel, compiler and vector width
# (engine/net/net.h). -Wno-psabi: no note that gcc before 4.6 passed positions otherwise.
# -O1 under fuzzers, as libFuzzer advises: clang takes minutes and 2 GB for some kernels else.
# -O2 for kernels under sanitizers: with -O3 gcc takes 37 s and 870 MB for one, not 18 s.
OPTIMISE   := $(if $(DEBUG),-O0,$(if $(findstring fuzzer,$(SAN)),-O1,-O2))
VECTORISE  := $(if $(WATCHED),$(OPTIMISE),-O3)
ALL_CFLAGS := -std=c11 -D_DEFAULT_SOURCE -g $(OPTIMISE) -ffp-contract=off \
              -fno-omit-frame-pointer -pthread -Wno-psabi $(HARDENING) $(WARNINGS) $(if $(WERROR),-Werror) \
              $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all) $(CFLAGS)
ALL_LDFLAGS := -pthread -Wl,--as-needed $(HARDENED_LINK) $(if $(SAN),-fsanitize=$(SAN)) $(LDFLAGS)

# One source, several instruction sets (engine/net/net_kernel.h). Under the address and the thread
# sanitizer programs have kernels without, which look at their buffers (engine/net/net_watch.h);
# the tests of kernels have them under it, in a folder of their own.
KERNEL_FOLDERS := $(BUILD)/engine/net $(BUILD)/judged
KERNELS := plain
MACHINE := $(shell $(CC) -dumpmachine 2>/dev/null)
ifneq ($(filter x86_64%,$(MACHINE)),)
AVX512_FLAGS := $(VECTORISE) -mavx512f -mavx512bw -mavx512vl -mavx512dq -mfma -mprefer-vector-width=512
KERNELS += avx2 avx512 vnni512
$(addsuffix /net_avx2.o,$(KERNEL_FOLDERS)): FILE_FLAGS := $(VECTORISE) -mavx2 -mfma
$(addsuffix /net_avx512.o,$(KERNEL_FOLDERS)): FILE_FLAGS := $(AVX512_FLAGS)
$(addsuffix /net_vnni512.o,$(KERNEL_FOLDERS)): FILE_FLAGS := $(AVX512_FLAGS) -mavx512vnni
endif
ifneq ($(filter aarch64%,$(MACHINE)),)
KERNELS += neon neondot
$(addsuffix /net_neon.o,$(KERNEL_FOLDERS)): FILE_FLAGS := $(VECTORISE)
$(addsuffix /net_neondot.o,$(KERNEL_FOLDERS)): FILE_FLAGS := $(VECTORISE) -march=armv8.2-a+dotprod
endif
ifneq ($(findstring address,$(SAN))$(findstring thread,$(SAN)),)
KERNEL_TESTS := $(addprefix $(BUILD)/tests/unit/,engine/net/test_net engine/net/test_net_kernels \
    engine/eval/test_eval lab/race/test_race lab/race/test_race_lab lab/train/test_learner)
$(KERNELS:%=$(BUILD)/engine/net/net_%.o): FILE_FLAGS += -fno-sanitize=all -DNET_WATCHED $(if $(findstring thread,$(SAN)),-DNET_WATCHES_THREADS)
$(KERNEL_TESTS): JUDGED := $(KERNELS:%=$(BUILD)/judged/net_%.o)
$(KERNEL_TESTS): $(KERNELS:%=$(BUILD)/judged/net_%.o)
endif
# What a search spends its time in; with -O2 it takes a fiftieth more.
FAST := $(addprefix engine/,board/movegen board/outputs board/position eval/eval net/classes net/inputs \
        net/net race/bearoff race/race race/race_net race/race_rolls search/search)
$(FAST:%=$(BUILD)/%.o) $(BUILD)/engine/net/net_make.o $(BUILD)/engine/net/weights_file.o \
$(BUILD)/lab/race/race_learner.o $(BUILD)/lab/train/learner_gradient.o $(BUILD)/lab/train/learner_step.o: FILE_FLAGS := -O3
$(BUILD)/cmd/main.o $(BUILD)/cmd/play_setup.o $(BUILD)/cmd/cmd_ubgi.o $(BUILD)/cmd/cmd_external.o \
$(BUILD)/cmd/cmd_analyse.o $(BUILD)/cmd/cmd_review.o: FILE_FLAGS := -DFIBSBOT_VERSION='"$(VERSION)"'
$(BUILD)/bot/seat/browser/table_http.o: FILE_FLAGS := -DTABLE_PAGES='$(TABLE_PAGES)'
$(BUILD)/bot/seat/browser/table_http.o: $(PAGE_FILES)
$(BUILD)/bot/status/status_page.o: $(wildcard bot/status/page/*)
$(BUILD)/bot/config/config_print.o: $(wildcard bot/config/page/*)
$(BUILD)/bot/history/history_schema.o: $(wildcard bot/history/schema/*)
$(BUILD)/view/page_style.o $(BUILD)/view/page_viewer.o: $(wildcard view/page/*)
# Tests are compiled more often than they run for long; not all use the state that cmocka hands them.
$(BUILD)/tests/%.o: FILE_FLAGS := -O0 -U_FORTIFY_SOURCE -Wno-unused-parameter
$(BUILD)/bot/base/paths.o:    FILE_FLAGS := -DFIBSBOT_DATADIR='"$(PREFIX)/share/fibsbot"'

# ---- rooms --------------------------------------------------------------------------
# scripts/rooms names the rooms from the ground up and what each may use. A room is a
# folder and becomes an archive; a program links the archives that it may use and nothing
# else, so that a use from below does not link.
ROOM_LINES := $(shell scripts/list-archives)
parts       = $(subst :, ,$(subst $(comma), ,$1))
# all rooms from the roof down; a room and all below it that it may use
ROOMS      := $(foreach line,$(ROOM_LINES),$(firstword $(call parts,$(line))))
rooms_of    = $(wordlist 2,99,$(call parts,$(filter $1:%,$(ROOM_LINES))))
archive_of  = $(BUILD)/lib/$(subst /,-,$1).a
archives    = $(foreach room,$(call rooms_of,$1),$(call archive_of,$(room)))

# ---- sources ------------------------------------------------------------------------
objects   = $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard $1)))
PROGRAMS := $(BUILD)/cmd/main.o $(BUILD)/server/fibsd/main.o

define build_room
$(call archive_of,$1): $$(filter-out $(PROGRAMS),$$(call objects,$1/*.c))
	@rm -f $$@
	@$$(AR) rcs $$@ $$^
endef
$(foreach room,$(ROOMS),$(eval $(call build_room,$(room))))

VISITOR_OBJECTS := $(call objects,tests/fibsd/*.c)

tests_in = $(patsubst %.c,$(BUILD)/%,$(sort $(wildcard $1)))
SLOW_TESTS   := $(call tests_in,tests/slow/test_*.c)
FUZZ_REPLAYS := $(call tests_in,tests/fuzz/fuzz_*.c)
TEST_TOOLS   := $(filter-out %/signature,$(call tests_in,tests/tools/*.c))
FUZZERS      := $(patsubst tests/fuzz/fuzz_%.c,$(BUILD)/fuzzers/fuzz_%,$(wildcard tests/fuzz/fuzz_*.c))
TESTS        := $(foreach room,$(ROOMS),$(call tests_in,tests/unit/$(room)/test_*.c))

# ---- main targets -------------------------------------------------------------------
.PHONY: all help deps demo test test-long tests check check-long soak bench fuzz install uninstall deb \
        layers docs format format-check lint clean weights programs manual
.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:

all: programs weights manual ## build the program, the local server and the data

programs: $(BUILD)/fibsbot $(BUILD)/fibsd $(if $(MPI),$(BUILD)/fibsbot-mpi)

help: ## this list
	@sed -n '2,/^$$/s/^# \{0,1\}//p' Makefile
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

deps:
	@YES='$(YES)' scripts/install-deps

# With all cores, unless -j was given.
SUBMAKE = $(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))

demo: deps ## two bots play a match on a local server in this terminal
	@$(SUBMAKE) all
	@scripts/demo $(BUILD)

test: deps ## all fast tests
	@$(SUBMAKE) check

test-long: deps ## the slow suites: hours of play under faults, long searches
	@$(SUBMAKE) check-long

# The slow ones are compiled with them, so that they cannot rot between their runs.
tests: all $(TESTS) $(SLOW_TESTS) $(FUZZ_REPLAYS) $(TEST_TOOLS) $(BUILD)/soak

check: tests
	@scripts/run-tests $(BUILD) fast

check-long: tests
	@scripts/run-tests $(BUILD) slow

MATCHES ?= 2000
SEED    ?= 1
soak: all $(BUILD)/soak ## MATCHES matches of 20 accounts under faults, kills and floods
	@rm -rf $(BUILD)/soak.out
	$(BUILD)/soak --matches $(MATCHES) --seed $(SEED) --folder $(BUILD)/soak.out

bench: all ## engine signature and speed
	$(BUILD)/fibsbot bench

layers: programs ## check that sources and objects keep to the rooms of scripts/rooms
	@scripts/check-layers $(BUILD)

clean: ## remove every build folder
	rm -rf build build-*

# ---- building -----------------------------------------------------------------------
# A change of compiler or flags rebuilds everything; not so WERROR, which changes no object.
FLAGS_NOW := $(CC) $(filter-out -Werror,$(ALL_CFLAGS)) $(ALL_LDFLAGS) $(VERSION) $(notdir $(PAGE_FILES))
keep_text = @mkdir -p $(@D); echo '$(subst ','\'',$1)' | cmp -s - $@ || echo '$(subst ','\'',$1)' > $@
$(BUILD)/.flags: .FORCE
	$(if $(PKG_LIBS),,@echo 'pkg-config does not find all of: $(PKGS); run scripts/install-deps' >&2; exit 1)
	@mkdir -p $(patsubst %,$(BUILD)/%,judged lib mpi $(wildcard tests/*/) $(ROOMS) $(ROOMS:%=tests/unit/%))
	$(call keep_text,$(FLAGS_NOW))
# ... a change of PREFIX only what knows it.
$(BUILD)/.prefix: .FORCE
	$(call keep_text,$(PREFIX))
$(BUILD)/bot/base/paths.o: $(BUILD)/.prefix
.PHONY: .FORCE

# No shell and no mkdir for each of a thousand objects.
say = $(if $(V),,@$(info $()  $1))
compile = $(call say,CC    $<)$(CC) $(ALL_CFLAGS) -I. $(PKG_CFLAGS) $(FILE_FLAGS) -MMD -MP -c $< -o $@
$(BUILD)/%.o: %.c $(BUILD)/.flags
	$(compile)

$(BUILD)/judged/%.o: engine/net/%.c $(BUILD)/.flags
	$(compile)

link = $(call say,LINK  $@)$(LINKER) $(ALL_LDFLAGS)

$(BUILD)/fibsbot: $(BUILD)/cmd/main.o $(call archives,cmd)
	$(link) $^ $(PKG_LIBS) -lm -o $@

$(BUILD)/cmd/tourney/tourney_run.o $(BUILD)/cmd/tourney/tourney_record.o: FILE_FLAGS := -DFIBSBOT_VERSION='"$(VERSION)"'

# With MPI=1, for many machines: the same objects, and the one that knows Open MPI.
MPICC ?= mpicc
$(BUILD)/mpi/ranks.o: arena/job/ranks.c $(BUILD)/.flags
	$(call say,CC    $< (MPI))$(CC) $(ALL_CFLAGS) -I. -DWITH_MPI \
	    $(patsubst -I%,-isystem %,$(shell $(MPICC) -showme:compile)) -MMD -MP -c $< -o $@

$(BUILD)/fibsbot-mpi: $(BUILD)/cmd/main.o $(BUILD)/mpi/ranks.o $(call archives,cmd)
	$(link) $^ $(PKG_LIBS) $(shell $(MPICC) -showme:link) -lm -o $@

$(BUILD)/fibsd: $(BUILD)/server/fibsd/main.o $(call archives,server/fibsd)
	$(link) $^ $(PKG_LIBS) -lm -o $@

# ---- data ---------------------------------------------------------------------------
# The shipped nets and tables beside the bearoff databases, which are made here: writing
# them takes seconds, less than unpacking them would save. Sanitizer builds use the
# plain build's.
WEIGHTS := build/weights
SHIPPED := $(filter-out %.md weights/recipes,$(wildcard weights/*))
MAKER   := lab/race/bearoff_make.c engine/race/bearoff_format.h

weights: $(WEIGHTS)/.complete

ifeq ($(BUILD),build)
$(WEIGHTS)/.complete: $(SHIPPED) $(MAKER) | build/fibsbot
	@mkdir -p $(WEIGHTS) && rm -f $(WEIGHTS)/*.net
	cp -f $(SHIPPED) $(WEIGHTS)/
	build/fibsbot lab bearoff --out $(WEIGHTS) $(if $(filter $(MAKER),$?),--force)
	@touch $@
else
$(WEIGHTS)/.complete: $(SHIPPED) $(MAKER)
	$(MAKE) SAN= BUILD=build weights
endif

# ---- what the tables of options say -------------------------------------------------
# The manual page and the completions of shells.
COMPLETIONS := $(addprefix $(BUILD)/completions/fibsbot.,bash zsh fish)

manual: $(BUILD)/fibsbot.1 $(COMPLETIONS)

$(COMPLETIONS): $(BUILD)/completions/fibsbot.%: $(BUILD)/fibsbot
	@mkdir -p $(@D)
	@$< completion $* >$@

$(BUILD)/fibsbot.1: docs/fibsbot.1.in $(BUILD)/fibsbot
	@$(BUILD)/fibsbot completion man >$@.subcommands
	@$(BUILD)/fibsbot config --man >$@.options
	@sed -e '/^@SUBCOMMANDS@$$/{r $@.subcommands' -e 'd}' \
	     -e '/^@OPTIONS@$$/{r $@.options' -e 'd}' -e 's/@VERSION@/$(VERSION)/' $< >$@

# ---- installing ---------------------------------------------------------------------
INSTALL ?= install
BINDIR   = $(DESTDIR)$(PREFIX)/bin
DATADIR  = $(DESTDIR)$(PREFIX)/share/fibsbot
MANDIR   = $(DESTDIR)$(PREFIX)/share/man/man1
DOCDIR   = $(DESTDIR)$(PREFIX)/share/doc/fibsbot
UNITDIR  = $(DESTDIR)$(PREFIX)/lib/systemd/system
USERSDIR = $(DESTDIR)$(PREFIX)/lib/sysusers.d
BASHDIR  = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSHDIR   = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
FISHDIR  = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

install: all ## install under PREFIX (/usr/local), with DESTDIR before it
	@$(MAKE) --no-print-directory install-files

.PHONY: install-files
install-files:
	$(INSTALL) -d $(BINDIR) $(DATADIR)/weights $(MANDIR) $(DOCDIR) $(UNITDIR) $(USERSDIR) \
	    $(BASHDIR) $(ZSHDIR) $(FISHDIR) $(DOCDIR)/docs $(DOCDIR)/weights
	$(INSTALL) -m 755 $(BUILD)/fibsbot $(BINDIR)/fibsbot
	$(INSTALL) -m 644 $(WEIGHTS)/* $(DATADIR)/weights/
	$(INSTALL) -m 644 $(BUILD)/fibsbot.1 $(MANDIR)/fibsbot.1
	$(INSTALL) -m 644 $(BUILD)/completions/fibsbot.bash $(BASHDIR)/fibsbot
	$(INSTALL) -m 644 $(BUILD)/completions/fibsbot.zsh $(ZSHDIR)/_fibsbot
	$(INSTALL) -m 644 $(BUILD)/completions/fibsbot.fish $(FISHDIR)/fibsbot.fish
	$(INSTALL) -m 644 bot.conf README.md ARCHITECTURE.md CONTRIBUTING.md CHANGES.md LICENSE $(DOCDIR)/
	$(INSTALL) -m 644 docs/*.md docs/*.svg docs/*.png $(DOCDIR)/docs/
	$(INSTALL) -m 644 weights/*.md $(DOCDIR)/weights/
	sed 's|/usr/local/bin|$(PREFIX)/bin|' scripts/fibsbot.service >$(UNITDIR)/fibsbot.service
	chmod 644 $(UNITDIR)/fibsbot.service
	$(INSTALL) -m 644 scripts/fibsbot.sysusers $(USERSDIR)/fibsbot.conf

uninstall: ## remove what install put there
	rm -f $(BINDIR)/fibsbot $(MANDIR)/fibsbot.1 $(UNITDIR)/fibsbot.service $(USERSDIR)/fibsbot.conf \
	    $(BASHDIR)/fibsbot $(ZSHDIR)/_fibsbot $(FISHDIR)/fibsbot.fish
	rm -rf $(DATADIR) $(DOCDIR)

deb: ## make a Debian package in build/deb
	@scripts/make-deb

# ---- tests --------------------------------------------------------------------------
# A test of a room links what lies at or below it, and the reference as a judge. Dialogues
# with FIBS reach the player through their translator.
ORACLE := $(call archive_of,reference)
TESTS_SPEAK_bot/player := $(call rooms_of,bot/fibs)
test_archives = $(foreach room,$(filter $(call rooms_of,$1) $(TESTS_SPEAK_$1),$(ROOMS)),$(call archive_of,$(room)))
define test_room
$(call tests_in,tests/unit/$1/test_*.c): $$(BUILD)/%: $$(BUILD)/%.o $(if $(filter server server/fibsd bot/local cmd,$1),$(VISITOR_OBJECTS)) $$(call test_archives,$1) $$(ORACLE)
	$$(link) $$(JUDGED) $$(filter-out $$(JUDGED),$$^) $$(PKG_LIBS) $$(CMOCKA_LIBS) -lm -o $$@
endef
$(foreach room,$(ROOMS),$(if $(wildcard tests/unit/$(room)/test_*.c),$(eval $(call test_room,$(room)))))
$(SLOW_TESTS): $(BUILD)/%: $(BUILD)/%.o $(call archives,cmd) $(ORACLE)
	$(link) $^ $(PKG_LIBS) $(CMOCKA_LIBS) -lm -o $@
$(FUZZ_REPLAYS): $(BUILD)/%: $(BUILD)/%.o $(BUILD)/tests/fuzz/replay.o $(call archives,cmd)
	$(link) $^ $(PKG_LIBS) -lm -o $@

$(TEST_TOOLS): $(BUILD)/%: $(BUILD)/%.o
	$(link) $^ $(PKG_LIBS) -o $@

# The engine alone, also for other processors: make BUILD=build-arm64
# CC=aarch64-linux-gnu-gcc PKG_CFLAGS= signature
.PHONY: signature
signature: $(BUILD)/signature ## the engine alone, printing its signature; for any CC
$(BUILD)/signature: $(BUILD)/tests/tools/signature.o $(foreach room,$(filter engine%,$(ROOMS)),$(call archive_of,$(room))) \
                    $(patsubst %,$(BUILD)/base/%.o,error text_width clock file folder thread_pool)
	$(link) -static-pie $^ -lm -o $@

# time() is the soak's own: its clock is simulated.
SOAK_OBJECTS := $(call objects,tests/soak/*.c)
$(BUILD)/soak: $(SOAK_OBJECTS) $(call archives,cmd)
	$(link) -Wl,--wrap=time $^ $(PKG_LIBS) -lm -o $@

FUZZ_SECONDS ?= 60
fuzz: ## run every fuzz target for FUZZ_SECONDS each (clang)
	$(MAKE) CC=clang BUILD=build-fuzz SAN=address,undefined,fuzzer-no-link fuzzers
	scripts/run-fuzzers build-fuzz $(FUZZ_SECONDS)
.PHONY: fuzzers
fuzzers: $(FUZZERS)
$(FUZZERS): $(BUILD)/fuzzers/%: $(BUILD)/tests/fuzz/%.o $(call archives,cmd)
	@mkdir -p $(@D)
	$(CC) -fsanitize=address,undefined,fuzzer $^ $(PKG_LIBS) -lm -o $@

# ---- care ---------------------------------------------------------------------------
C_FILES = $(shell git ls-files '*.c' '*.h')
docs: programs weights ## bring bot.conf, docs/OPTIONS.md and README.md up to date
	@scripts/update-docs $(BUILD)

format: ## format the sources
	clang-format -i $(C_FILES)

format-check:
	@clang-format --dry-run -Werror $(C_FILES)

# clang-tidy finds its flags in the folder that -p names. Findings go to its output, how many it
# left out of headers of the system to its error output.
lint: ## the checks of .clang-tidy
	@mkdir -p $(BUILD)
	@printf '%s\n' -std=c11 -D_DEFAULT_SOURCE '-I$(CURDIR)' $(PKG_CFLAGS) '-DTABLE_PAGES=$(TABLE_PAGES)' \
	    '-DFIBSBOT_VERSION="$(VERSION)"' '-DFIBSBOT_DATADIR=""' >$(BUILD)/compile_flags.txt
	@printf '%s\n' $(filter %.c,$(C_FILES)) | \
	    xargs -P $(shell nproc) -n 40 clang-tidy --quiet -p $(BUILD) 2>$(BUILD)/lint.log || \
	    { grep -v 'warnings* generated' $(BUILD)/lint.log >&2; exit 1; }

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
