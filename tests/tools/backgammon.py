"""The rules of backgammon for test programs that speak UBGI: written from the rules and
from the drafts of the protocol, slow and plain, without any code of fibsbot.

A position is (mine, theirs), two tuples of 26 counts: points 1..24 in the owner's
numbering, 25 the bar, 0 the checkers borne off. Mine is on roll.
"""

import base64

START = [0] * 26
for point, count in ((24, 2), (13, 5), (8, 3), (6, 5)):
    START[point] = count
START = (tuple(START), tuple(START))


def swap(position):
    return position[1], position[0]


def position_id(position):
    """GNU Backgammon's: the opponent's points and bar first, then those of mine."""
    bits = []
    for side in (position[1], position[0]):
        for point in range(1, 26):
            bits += [1] * side[point] + [0]
    bits += [0] * (80 - len(bits))
    octets = bytes(sum(bits[8 * i + k] << k for k in range(8)) for i in range(10))
    return base64.b64encode(octets).decode()[:14]


def read_position_id(text):
    octets = base64.b64decode(text + '==', validate=True)
    bits = [octets[i // 8] >> i % 8 & 1 for i in range(80)]
    sides, at = [], 0
    for _ in range(2):
        side = [0] * 26
        for point in range(1, 26):
            while bits[at]:
                side[point] += 1
                at += 1
            at += 1
        side[0] = 15 - sum(side)
        sides.append(tuple(side))
    return sides[1], sides[0]


def hop(position, start, end):
    """The position after one checker went from start to end; None if it may not land."""
    mine, theirs = list(position[0]), list(position[1])
    if mine[start] == 0 or (end > 0 and theirs[25 - end] > 1):
        return None
    mine[start] -= 1
    mine[end] += 1
    if end > 0 and theirs[25 - end] == 1:
        theirs[25 - end] = 0
        theirs[25] += 1
    return tuple(mine), tuple(theirs)


def hops(position, die):
    """All (start, end) that one die can play."""
    mine = position[0]
    starts = [25] if mine[25] else [p for p in range(24, 0, -1) if mine[p]]
    rear = max((p for p in range(1, 26) if mine[p]), default=0)
    for start in starts:
        end = start - die
        if end <= 0 and (rear > 6 or (end < 0 and start != rear)):
            continue
        if hop(position, start, max(end, 0)) is not None:
            yield start, max(end, 0)


def plays(position, dice):
    """All legal turns: {position after: tuple of hops}; with the most dice, and of two
    that cannot both be played the higher."""
    orders = [dice, dice[::-1]] if dice[0] != dice[1] else [(dice[0],) * 4]
    found = []

    def go_on(now, left, done, used):
        nexts = list(hops(now, left[0])) if left else []
        if not nexts:
            found.append((now, done, used))
        for start, end in nexts:
            go_on(hop(now, start, end), left[1:], done + ((start, end),), used + left[0])

    for order in orders:
        go_on(position, tuple(order), (), 0)
    most = max(len(done) for _, done, _ in found)
    found = [f for f in found if len(f[1]) == most]
    if most == 1:
        high = max(used for _, _, used in found)
        found = [f for f in found if f[2] == high]
    result = {}
    for after, done, _ in found:
        result.setdefault(after, done)
    return result


def write_play(done):
    names = {25: 'bar', 0: 'off'}
    return ' '.join(f'{names.get(s, s)}/{names.get(e, e)}' for s, e in done) or 'pass'


def read_play(position, text):
    """The position after a play as the drafts write it: every hop on its own. Raises
    ValueError for anything else."""
    numbers = {'bar': 25, 'off': 0}
    for word in [] if text == 'pass' else text.split(' '):
        start, end = (numbers[p] if p in numbers else int(p) for p in word.split('/'))
        position = hop(position, start, end) if 0 <= end < start <= 25 else None
        if position is None:
            raise ValueError(word)
    return position


def has_ended(position):
    return position[0][0] == 15 or position[1][0] == 15
