#!/usr/bin/env python3
"""Two people play each other in two pages; the friend's page is loaded again in the middle of
a turn, and is closed while the game waits for the friend.

    tests/tools/table_friend.py FIBSBOT CHROMIUM FOLDER

SEED=N: another match.
"""

import os
import re
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from browser import Browser
from table_match import COARSE, LOOK, SETTLED

READY = "document.querySelector('#seat-mine b') && document.querySelector('#board').dataset.version"
SEATS = "['theirs', 'mine'].map(side => document.querySelector(`#seat-${side} b`).textContent).join(' and ')"
PAST_PLAYS = 16  # in a view are the newest 32 events, two a turn
STATE = "document.querySelector('#state').textContent"
PLAYS = "[...document.querySelectorAll('#record button')].map(e => e.textContent).filter(text => /\\d-\\d/.test(text) && !text.includes('\u2026'))"


def start(program, folder):
    words = [program, 'spar', '--web', '--friend', '--address', '127.0.0.1', '--no-open', '--port', '0',
             '--seed', os.environ.get('SEED', '3'), '--folder', os.path.join(folder, 'spar')]
    with open(os.path.join(folder, 'spar.log'), 'w', encoding='utf-8') as log:
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log, text=True)
    links = {}
    for line in process.stdout:
        if ':' in line:
            links[line.split(':')[0]] = line.split()[-1]
        if 'For watchers' in links:
            return process, links['Play in the browser'], links['For your friend']
    raise SystemExit('no links')


def look(page):
    page.until(f'await {SETTLED}')
    page.until("!document.querySelector('#board').hasAttribute('data-busy')")
    return page.run(LOOK)


def step(page):
    """Presses one thing, in a tab that is seen."""
    page.front()
    now = look(page)
    name = next((name for name in ('done', 'roll') if name in now['buttons']), None)
    if name:
        page.click(f'#b-{name}')
    elif now['points']:
        page.click(f'#board [data-place="{now["points"][-1]}"]')
    else:
        time.sleep(0.05)


def is_to_play(page):
    return bool(look(page)['points'])


def is_to_act(page):
    now = look(page)
    return bool(now['points'] or 'roll' in now['buttons'])


def play_until(pages, is_so):
    end = time.monotonic() + 300
    while not is_so():
        assert time.monotonic() < end, [page.run(LOOK) for page in pages]
        for page in pages:
            if not is_so():
                step(page)


def checkers(page, is_turned=False):
    """{point: (number, whether they are of whose page it is)}; turned: of the other one."""
    found = {}
    for point, count, colour in re.findall(r'(\d+) point, (\d+) (white|black)', look(page)['board']):
        found[25 - int(point) if is_turned else int(point)] = (int(count), (colour == 'white') != is_turned)
    return found


def reload_in_a_turn(friend, host):
    play_until([host, friend], lambda: len(host.run(PLAYS)) > PAST_PLAYS and is_to_play(friend))
    start = checkers(friend)
    assert start == checkers(host, is_turned=True), (look(host)['board'], look(friend)['board'])
    friend.click(f'#board [data-place="{look(friend)["points"][-1]}"]')
    friend.until("!document.querySelector('#b-undo').disabled")
    before, seats, plays = look(friend), friend.run(SEATS), friend.run(PLAYS)
    assert checkers(friend) != start, 'the checker went back'
    friend.reload()
    friend.until(READY)
    friend.until(f'{PLAYS}.length === {len(plays)}')
    now = look(friend)
    assert (now['board'], now['buttons'], now['state']) == (before['board'], before['buttons'], before['state']), (before, now)
    assert friend.run(SEATS) == seats == 'host and You' and friend.run(PLAYS) == plays, (seats, friend.run(SEATS))
    print(f'loaded again in a turn: {now["state"]}')


TAGS = "document.querySelector('#seat-theirs').textContent"
AWAY = 'friend is not here: the game waits.'


def away(browser, friend, host, link):
    """Returns the friend's new page."""
    # the host's page may not have heard yet that the friend's turn is over
    play_until([host, friend], lambda: is_to_act(friend) and look(host)['state'] == 'friend plays.')
    host.front()
    before, plays = look(host), host.run(PLAYS)
    friend.close()
    host.until(f"{STATE} === '{AWAY}'")
    tags = host.run(TAGS)
    assert 'not here' in tags and 'to play' in tags and 'thinks' not in tags, tags
    assert look(host)['buttons'] == before['buttons'], (before, look(host))
    friend = browser.open(link, 390, 844, phone=True, first=COARSE)
    friend.until(READY)
    host.front()
    host.until(f"{STATE} === 'friend plays.'")
    assert 'not here' not in host.run(TAGS) and host.run(PLAYS) == plays, (host.run(TAGS), host.run(PLAYS))
    friend.front()
    # while the seat is taken again, "host plays." stands there, too
    play_until([friend], lambda: len(friend.run(PLAYS)) > len(plays))
    friend.until(f"{STATE} === 'host plays.'")
    print(f'away and back: {len(plays)} plays, then {len(friend.run(PLAYS))}')
    return friend


def main():
    process, host_address, friend_address = start(*sys.argv[1:4:2])
    try:
        with Browser(sys.argv[2]) as browser:
            host = browser.open(host_address, first=COARSE)
            friend = browser.open(friend_address, 390, 844, phone=True, first=COARSE)
            for page in (host, friend):
                page.until(READY)
            host.front()  # a dialog tells that it is closed in a tab that is seen
            host.until("document.querySelector('#invite').open || !document.querySelector('#seat-theirs').textContent.includes('not here')")
            host.run("document.querySelector('#invite').close()")
            host.until("!document.querySelector('#b-start').hidden")
            host.click('#b-start')
            host.until("document.querySelector('#new').open")
            host.run("document.querySelector('#length').value = 3")
            host.click('#new button.main')
            host.until("document.querySelector('#board .hit .live') || document.querySelector('#seat-theirs .turn')")
            friend.front()
            reload_in_a_turn(friend, host)
            friend = away(browser, friend, host, friend_address)
            process.kill()
            friend.until("document.querySelector('#off').textContent.includes('Your link may hold no longer: ask for a new one.')")
            host.front()
            host.until("document.querySelector('#off').textContent.includes('Next try in')")
            assert 'new one' not in host.run("document.querySelector('#off').textContent"), 'the host has no link'
            assert not browser.faults, browser.faults
    finally:
        process.kill()
        process.wait()


if __name__ == '__main__':
    main()
