#!/usr/bin/env bash
# `fibsbot spar` ends with the terminal that it was started in, as nobody is there any more
# to end it; under nohup it stays. The orders of a pipe may come before the bot: they wait for
# it, and where it never comes the status says that they were not carried out.
set -u
. tests/end_to_end/library
command -v python3 >/dev/null || exit 77
python3 - "$build/fibsbot" "$work" <<'PYTHON' || fail "the terminal was closed"
import atexit, os, pty, signal, subprocess, sys, time

PROGRAM, FOLDER = sys.argv[1:]
LIMIT_S = 60
running = set()


@atexit.register
def end_all():
    for pid in running:
        os.kill(pid, signal.SIGKILL)


def start(*options, ignores=False):
    """On a terminal of its own; returns when the bot has logged in."""
    log = f'{FOLDER}/{time.monotonic_ns()}.log'
    open(log, 'w').close()
    pid, terminal = pty.fork()
    if pid == 0:
        os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), 2)
        # whatever this test was started with
        signal.signal(signal.SIGHUP, signal.SIG_IGN if ignores else signal.SIG_DFL)
        os.execv(PROGRAM, [PROGRAM, 'spar', '--port', '0', '--folder', FOLDER + '/spar', *options])
    running.add(pid)
    end = time.monotonic() + LIMIT_S
    while 'logged in as' not in open(log).read():
        assert time.monotonic() < end, open(log).read()
        time.sleep(0.1)
    return pid, terminal, log


def wait_for(pid, limit=LIMIT_S):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if os.waitpid(pid, os.WNOHANG)[0] == pid:
            running.discard(pid)
            return True
        time.sleep(0.1)
    return False


for options in (['--web', '--no-open'], []):
    pid, terminal, log = start(*options)
    os.close(terminal)
    assert wait_for(pid), f'{options}: it goes on without its terminal: {open(log).read()}'
    assert 'stopping' in open(log).read(), open(log).read()
pid, terminal, log = start('--web', '--no-open', ignores=True)
os.close(terminal)
assert not wait_for(pid, 3), 'it has ended under nohup'
os.kill(pid, signal.SIGTERM)
assert wait_for(pid)


def pipe(lines, *options):
    done = subprocess.run([PROGRAM, 'spar', '--here', '--port', '0', '--folder', FOLDER + '/here', *options],
                          input=lines, capture_output=True, text=True, timeout=LIMIT_S)
    return done.returncode, done.stdout


status, said = pipe('level beginner\nnew 1\npips\nquit\n')
assert status == 0 and 'I play you at level beginner' in said and 'A match to 1 point' in said, (status, said)
assert 'not possible' not in said, said
# the bot logs in elsewhere: it never comes
status, said = pipe('new 3\nquit\n', '-s', 'server.port=9', '--folder', FOLDER + '/nobody')
assert status != 0 and '"new 3" is not done: the bot is not there' in said, (status, said)
PYTHON
echo "spar ends with its terminal"
