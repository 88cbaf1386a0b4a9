#!/usr/bin/env python3
"""Watches the status page of a bot at play until it shows what the bot did meanwhile, presses a
button there, opens an analysis, kills the bot and waits until the page tells that it is gone.

    tests/tools/status_live.py CHROMIUM ADDRESS PROCESS
"""

import os
import re
import signal
import sys

sys.dont_write_bytecode = True
from browser import Browser

LIVE = "document.querySelector('#live').textContent"
LOOKS = "performance.getEntriesByType('resource').filter(e => e.initiatorType === 'fetch').length"
DECISIONS = r"Number(/; decisions (\d+),/.exec(document.body.textContent)[1])"


def read_analysis(browser, page):
    """Its scripts run, each page in an origin of its own, from where no page of the server is reached."""
    link = "document.querySelector('a[href^=\"/analysis/\"]')"
    page.until(link)
    analysis = browser.open(page.run(f'{link}.href'))
    analysis.until("document.querySelector('#begin:not([hidden])')")
    analysis.click('[data-go=start]')
    analysis.until("document.querySelector('#board svg') && location.hash")
    analysis.click('#to-help')
    analysis.until("document.querySelector('#help').open")
    analysis.click('#help button')
    analysis.until("!document.querySelector('#help').open")
    assert analysis.run('origin') == 'null', analysis.run('origin')
    assert not analysis.run("fetch('/status').then(() => true, () => false)"), 'it reads what the server says'
    analysis.close()


def main():
    browser_path, address, process = sys.argv[1:]
    with Browser(browser_path) as browser:
        page = browser.open(address)
        page.until(f"/^updated \\d\\d? s ago/.test({LIVE})")
        before = page.run(DECISIONS)
        # a press that lasts longer than from one look to the next is one
        page.until("document.querySelector('[data-copy]')")  # there is none between two matches
        at = page.middle('[data-copy]')
        page.mouse('Moved', *at)
        page.mouse('Pressed', *at, 1)
        page.until(f"{LOOKS} > {page.run(LOOKS) + 1}")
        page.mouse('Released', *at)
        page.until("/opied$/.test(document.querySelector('[data-copy]').textContent)")
        page.until(f'{DECISIONS} > {before}')
        read_analysis(browser, page)
        # what has not changed stays the same element; other parts make another page
        for change, stays in (('', True), (".replace('data-part', 'data-was')", False)):
            page.run("(() => { window.asked = fetch; window.was = document.querySelector('#main'); window.looked = false; })()")
            page.run(f"void (window.fetch = async () => ({{ok: true, text: async () => {{ looked = true; return document.documentElement.outerHTML{change}; }}}}))")
            page.until('looked')
            assert page.run('was.isConnected') == stays and page.run(LIVE).startswith('updated'), page.run(LIVE)
            page.run('void (window.fetch = asked)')
        banner = "document.querySelector('#off').checkVisibility()"
        assert not page.run(banner), 'it says that the bot is gone'
        os.kill(int(process), signal.SIGKILL)
        page.until(f"{LIVE}.startsWith('disconnected') && {banner}")
        since = page.run("document.querySelector('#since').textContent")  # as all times of the page
        assert re.fullmatch(r'\d{4}-\d\d-\d\d \d\d:\d\d UTC', since), since
        assert not browser.faults, browser.faults


main()
