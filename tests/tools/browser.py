"""Chromium without a window, told what to do over the pipe of its DevTools protocol: no
driver and no library besides Python's own.

    with Browser(path) as browser:
        page = browser.open(url, width=1280, height=860)
        page.until("document.querySelector('#b-roll:not([hidden])')")
        page.click('#b-roll')
"""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time


class Browser:
    """One process of the browser, with a profile of its own."""

    def __init__(self, program):
        self.folder = tempfile.mkdtemp()
        reads, self.commands = os.pipe()
        self.answers, writes = os.pipe()
        # The browser reads its descriptor 3 and writes 4.
        # Debian has pictures drawn by a graphics card, which would be imitated here.
        inside = f'exec "$0" "$@" 3<&{reads} 4>&{writes}'
        self.process = subprocess.Popen(
            ['bash', '-c', inside, program, '--headless', '--no-sandbox', '--disable-gpu', '--disable-gpu-rasterization',
             '--disable-software-rasterizer', '--hide-scrollbars', '--disable-features=BackForwardCache',
             '--remote-debugging-pipe', '--disable-dev-shm-usage', '--force-color-profile=srgb',
             f'--user-data-dir={self.folder}/profile', 'about:blank'],
            pass_fds=(reads, writes), env={**os.environ, 'HOME': self.folder},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(reads)
        os.close(writes)
        self.number, self.buffer = 0, b''
        self.faults = []  # uncaught errors of scripts
        self.pages, self.spare = [], None  # a tab of a closed page, with the process of its scripts

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, method, session=None, **parameters):
        """Sends a command and returns its result; of the events only errors of scripts are kept."""
        self.number += 1
        message = {'id': self.number, 'method': method, 'params': parameters}
        if session is not None:
            message['sessionId'] = session
        data = json.dumps(message).encode() + b'\0'
        while data:
            data = data[os.write(self.commands, data):]
        while True:
            answer = self.receive()
            if answer.get('method') == 'Runtime.exceptionThrown':
                details = answer['params']['exceptionDetails']
                self.faults.append(details.get('exception', {}).get('description', details['text']))
            if answer.get('id') == self.number:
                if 'error' in answer:
                    raise RuntimeError(f'{method}: {answer["error"]["message"]}')
                return answer['result']

    def receive(self):
        while b'\0' not in self.buffer:
            part = os.read(self.answers, 1 << 20)
            if not part:
                raise RuntimeError('the browser has ended')
            self.buffer += part
        line, self.buffer = self.buffer.split(b'\0', 1)
        return json.loads(line)

    def open(self, url, width=1280, height=860, phone=False, dark=False, still=False, first=None):
        """A new tab. `first`: a script that runs before those of each page that it loads."""
        page, self.spare = self.spare or Page(self), None
        self.pages.append(page)
        page.look(width, height, phone, dark, still)
        page.first = first and page.call('Page.addScriptToEvaluateOnNewDocument', source=first)
        page.go(url)
        return page

    def close_pages(self):
        """Closes what a test has left open: each page would look for its server and be drawn on and on."""
        for page in list(self.pages):
            page.close()


class Page:
    """A tab. Waits for what shall come, with a limit that a loaded machine keeps to."""

    LIMIT_S = int(os.environ.get("LIMIT_S", 120))

    def __init__(self, browser):
        self.browser, self.width, self.first = browser, 0, None
        self.target = browser.call('Target.createTarget', url='about:blank')['targetId']
        self.session = browser.call('Target.attachToTarget', targetId=self.target, flatten=True)['sessionId']
        self.call('Runtime.enable')
        self.call('Page.enable')

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def look(self, width, height, phone=False, dark=False, still=False):
        """Sets the size of the window and what its reader prefers."""
        self.width, self.height = width, height
        self.call('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=2 if phone else 1,
                  mobile=phone)
        self.call('Emulation.setTouchEmulationEnabled', enabled=phone)
        self.call('Emulation.setEmulatedMedia', features=[
            {'name': 'prefers-color-scheme', 'value': 'dark' if dark else 'light'},
            {'name': 'prefers-reduced-motion', 'value': 'reduce' if still else 'no-preference'}])

    def go(self, url):
        self.call('Page.navigate', url=url)

    def reload(self):
        """Loads the page again; returns when the old one is gone."""
        self.run('window.isLeaving = true')
        self.call('Page.reload')
        self.until('!window.isLeaving')

    def close(self):
        """With the last page goes what pages have kept."""
        self.browser.pages.remove(self)
        if not self.browser.pages:
            self.run('try { localStorage.clear(); sessionStorage.clear(); } catch { /* a page without an address */ }')
        if self.browser.spare:
            self.browser.call('Target.closeTarget', targetId=self.target)
            return
        self.browser.spare = self
        if self.first:
            self.call('Page.removeScriptToEvaluateOnNewDocument', **self.first)
        self.go('about:blank')
        self.mouse('Moved', 0, 0)

    def front(self):
        self.call('Page.bringToFront')

    def run(self, script):
        """Returns the value of an expression, awaited."""
        answer = self.call('Runtime.evaluate', expression=script, returnByValue=True, awaitPromise=True)
        if 'exceptionDetails' in answer:
            details = answer['exceptionDetails']
            raise RuntimeError(f'{script}: {details.get("exception", {}).get("description", details["text"])}')
        return answer['result'].get('value')

    def until(self, script, limit=LIMIT_S):
        """Waits till an expression is true."""
        end = time.monotonic() + limit
        while True:
            try:
                value = self.run(f"(async () => Boolean(document.body && ({script})))()")
            except RuntimeError:  # the page is being loaded
                value = None
            if value:
                return
            if time.monotonic() > end:
                raise RuntimeError(f'never: {script}')
            time.sleep(0.1)

    def middle(self, selector):
        box = self.run('(e => { if (!e) return null; e.scrollIntoViewIfNeeded(); const b = e.getBoundingClientRect(); '
                       'return [b.x + b.width / 2, b.y + b.height / 2]; })'
                       f'(document.querySelector({json.dumps(selector)}))')
        if box is None:
            raise RuntimeError(f'there is no {selector}')
        return box

    def mouse(self, kind, x, y, buttons=0):
        self.call('Input.dispatchMouseEvent', type=f'mouse{kind}', x=x, y=y, buttons=buttons,
                  button='none' if kind == 'Moved' else 'left', clickCount=0 if kind == 'Moved' else 1)

    def click(self, selector):
        x, y = self.middle(selector)
        self.mouse('Moved', x, y)
        self.mouse('Pressed', x, y, 1)
        self.mouse('Released', x, y)

    def hover(self, selector):
        self.mouse('Moved', *self.middle(selector))

    def drag(self, start, end):
        (x, y), (x2, y2) = self.middle(start), self.middle(end)
        self.mouse('Moved', x, y)
        self.mouse('Pressed', x, y, 1)
        for part in range(1, 6):
            self.mouse('Moved', x + (x2 - x) * part / 5, y + (y2 - y) * part / 5, 1)
        self.mouse('Released', x2, y2)

    def key(self, key, shift=False):
        named = {'Enter': '\r', ' ': ' '}
        text = named.get(key, key if len(key) == 1 else '')
        code = {'Enter': 13, ' ': 32, 'Tab': 9, 'Escape': 27, 'Home': 36, 'End': 35}.get(key, 0)
        common = {'key': key, 'modifiers': 8 if shift else 0, 'windowsVirtualKeyCode': code}
        self.call('Input.dispatchKeyEvent', type='keyDown', text=text, **common)
        self.call('Input.dispatchKeyEvent', type='keyUp', **common)

    def picture(self, path, whole=False):
        height = self.run('document.documentElement.scrollHeight') if whole else self.height
        data = self.call('Page.captureScreenshot', format='png', captureBeyondViewport=whole,
                         clip={'x': 0, 'y': 0, 'width': self.width, 'height': height, 'scale': 1})['data']
        with open(path, 'wb') as out:
            out.write(base64.b64decode(data))
