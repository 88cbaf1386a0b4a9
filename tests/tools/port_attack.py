"""Attacks a port of ours as strangers can, and says what it cost the program behind it.

    port_attack.py http|table|fibs|external PORT PID [PATH]

PATH: of a page, for http and table. Each attack lasts a second or two. The resident memory
of process PID may grow by MEMORY_KB, and while the connections of an attack are open, a
newcomer has his answer within a second (a page that is not vital: afterwards). Exits with 1
and a line for what did not hold.
"""
import os
import random
import select
import socket
import struct
import sys
import threading
import time

MEMORY_KB = int(os.environ.get('ATTACK_MEMORY_KB', 30000))
CROWD = 300
kind, port, pid = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
path = sys.argv[4] if len(sys.argv) > 4 else '/'
faults = []
highest = [0]
points = '0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0'
question = f'board:a:b:7:2:5:{points}:1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1\n'.encode()
page = f'GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n'.encode()


def memory_kb():
    for line in open(f'/proc/{pid}/status'):
        if line.startswith('VmRSS'):
            return int(line.split()[1])
    return 0


def watch(before, end):
    while not end.is_set():
        try:
            highest[0] = max(highest[0], memory_kb() - before)
        except OSError:
            faults.append('the program has ended')
            return
        time.sleep(0.05)


def connect(seconds=5):
    """A client that takes little before it reads."""
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    s.settimeout(seconds)
    s.connect(('127.0.0.1', port))
    return s


def read_until(s, words, seconds):
    """What came until one of `words` did, the other end closed, or time was up."""
    heard, late = b'', time.monotonic() + seconds
    while not any(w in heard for w in words) and time.monotonic() < late:
        s.settimeout(max(0.01, late - time.monotonic()))
        try:
            more = s.recv(65536)
        except OSError:
            break
        if not more:
            break
        heard += more
    return heard


def ask(words, wanted, seconds=5.0):
    """Whether a newcomer who says `words` hears `wanted` in time."""
    try:
        with connect() as s:
            s.sendall(words)
            return wanted in read_until(s, [wanted], seconds)
    except OSError:
        return False


def is_served(while_full):
    if kind == 'http':
        return all(ask(b'GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n' % p, b'HTTP/1.1 200')
                   for p in (b'/healthz', b'/metrics'))
    if kind == 'table':
        return while_full or ask(page, b'HTTP/1.1 200')
    if kind == 'fibs':
        return ask(b'', b'login: ')
    return ask(question, b'8/5 6/5', 10.0)


def require(condition, text):
    if not condition:
        faults.append(text)


def flood(sockets, words, seconds):
    """Sends and never reads."""
    end = time.monotonic() + seconds
    for s in sockets:
        s.setblocking(False)
    while time.monotonic() < end and sockets:
        _, ready, _ = select.select([], sockets, [], 0.05)
        for s in ready:
            try:
                s.send(words)
            except BlockingIOError:
                pass
            except OSError:
                sockets.remove(s)


def settled(words):
    s = connect()
    s.sendall(words)
    return s


def register(name):
    return settled(f'guest\r\nname {name}\r\nsecret\r\nsecret\r\n'.encode())


# ---- the attacks -------------------------------------------------------------------------

def pipelines_without_a_reader():
    words = {'http': page * 200, 'table': page * 200, 'external': question * 100,
             'fibs': b'motd\r\nhelp\r\nabout\r\ndicetest\r\n' * 2000}[kind]
    first = [b'', b'guest\r\n'] if kind == 'fibs' else [b'']
    sockets = [settled(first[i % len(first)]) for i in range(6)]
    if kind == 'fibs':
        sockets += [register(f'flood_{c}') for c in 'abcd']
    flood(sockets, words, 2)
    require(is_served(False), 'nobody is served beside pipelines')
    for s in sockets:
        s.close()


def a_crowd_that_says_nothing():
    sockets = []
    for _ in range(CROWD):
        try:
            sockets.append(connect())
        except OSError:
            pass
    time.sleep(1.2)  # the external player lets newcomers be for a second
    require(is_served(True), 'nobody is served beside a crowd')
    for s in sockets:
        try:
            s.send(b'x')
        except OSError:
            pass
    require(is_served(True), 'nobody is served beside a slow crowd')
    for s in sockets:
        s.close()


def resets():
    for _ in range(CROWD):
        try:
            s = connect()
            s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
            s.send(b'x')
            s.close()
        except OSError:
            pass


def garbage_and_long_lines():
    draw = random.Random(7)
    for words in (draw.randbytes(1 << 18), b'a' * (1 << 18), b'\xff\xfa' * 100000, b'\n' * 100000):
        try:
            with connect() as s:
                flood([s], words, 0.2)
        except OSError:
            pass


def streams_that_nobody_reads():
    sockets = [settled(page.replace(b' HTTP', b'events HTTP')) for _ in range(20)]
    time.sleep(0.5)
    require(is_served(False), 'nobody is served beside streams')
    for s in sockets:
        s.close()


def accounts_and_passwords():
    made = tries = number = 0
    end = time.monotonic() + 2
    while time.monotonic() < end:
        batch = []
        for number in range(number, number + 25):
            batch.append(register('thief_' + ''.join(chr(97 + number // 26 ** k % 26) for k in range(3))))
        number += 1
        for s in batch:
            made += b'authenticated' in read_until(s, [b'authenticated', b'too many'], end - time.monotonic())
            s.close()
    guessers = [settled(b'connect fibsbot wrong\r\n' * 5) for _ in range(20)]
    end = time.monotonic() + 3
    for s in guessers:
        tries += read_until(s, [b'never'], min(0.5, end - time.monotonic())).count(b'incorrect')
        s.close()
    require(made <= 500, f'{made} accounts in 2 s')
    require(tries <= 8, f'{tries} tries of a password in 3 s')
    return f', {made} accounts, {tries} tries of a password'


def main():
    before, end = memory_kb(), threading.Event()
    watcher = threading.Thread(target=watch, args=(before, end))
    watcher.start()
    attacks = [pipelines_without_a_reader, a_crowd_that_says_nothing, resets, garbage_and_long_lines]
    attacks += [streams_that_nobody_reads] if kind == 'table' else []
    attacks += [accounts_and_passwords] if kind == 'fibs' else []
    more = ''
    try:
        for attack in attacks:
            more += attack() or ''
        time.sleep(0.3)
        require(is_served(False), 'nobody is served afterwards')
    finally:
        end.set()
        watcher.join()
    require(highest[0] < MEMORY_KB, f'{highest[0]} kB more memory')
    for fault in faults:
        print(f'{kind}: {fault}')
    print(f'{kind}: +{highest[0]} kB{more}')
    return 1 if faults else 0


sys.exit(main())
