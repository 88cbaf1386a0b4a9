#!/usr/bin/env python3
"""A server like bgammon.org that lets somebody double as soon as a match is open.

    bgammon_double.py SLOTS POINTS

SLOTS are the 28 numbers of the board from the bot's side; null: nobody joins, but the owner
speaks to all; 0: the match is one of acey-deucey. Prints its port, then the command with which
the bot answers (and the words that it says to that match), and ends; after `leave` it goes on
for five seconds and prints `create` if the bot opens another match.
"""
import json
import socket
import sys
import time

SLOTS = json.loads(sys.argv[1])
POINTS = int(sys.argv[2])
START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0, 0, 0]


def player(number, name):
    return {"Number": number, "Name": name, "Rating": 0, "Points": 0, "Entered": False, "Inactive": 0, "Icon": 0}


def board(opponent, slots, turn, is_offered):
    return {"Type": "board", "Player": "", "Started": 4102444800, "Ended": 0, "Player1": player(1, "BOT_a"),
            "Player2": player(2, opponent), "Variant": int(SLOTS == 0), "Board": slots, "Turn": turn, "Roll1": 0, "Roll2": 0,
            "Roll3": 0, "Moves": None, "Winner": 0, "Points": POINTS, "Crawford": 0, "DoubleValue": 1,
            "DoublePlayer": 0, "DoubleOffered": is_offered, "Reroll": False, "PlayerNumber": 1, "Available": None,
            "Forced": False, "Spectating": False}


def lines_until(link, end):
    """Lines until the connection or the time that end() says is over."""
    rest = b""
    while end() is None or time.monotonic() < end():
        link.settimeout(0.5)
        try:
            piece = link.recv(4096)
        except socket.timeout:
            continue
        if not piece:
            return
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            yield line.decode()


def main():
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    link, _ = listener.accept()

    def send(event):
        link.sendall((json.dumps(event) + "\n").encode())

    link.sendall(b"hello Welcome\n")
    is_open, end = False, None
    for line in lines_until(link, lambda: end):
        word = line.split()[0]
        if end and word == "create":
            print(word, flush=True)
        elif word == "lj":
            send({"Type": "welcome", "Player": "", "PlayerName": "BOT_a", "Clients": 1, "Games": 0})
            send({"Type": "list", "Player": "", "Games": None})
        elif word == "create":
            is_open = True
            send({"Type": "joined", "Player": "BOT_a", "GameID": 1, "PlayerNumber": 1})
            send(board("", START, 0, False))
            if SLOTS is None:
                send({"Type": "notice", "Player": "", "Message": "SERVER BROADCAST: The server is shutting down."})
                continue
            send({"Type": "joined", "Player": "ann", "GameID": 1, "PlayerNumber": 2})
            send(board("ann", SLOTS or START, 2, SLOTS != 0))
        elif word == "list":
            send({"Type": "list", "Player": "", "Games": None})
        elif word == "board" and is_open:
            send(board("ann", SLOTS, 2, True))
        elif word == "say" and SLOTS == 0:
            print(line, flush=True)
        elif word in ("ok", "resign", "leave"):
            print(word, flush=True)
            if word != "leave" or SLOTS == 0:
                break
            send({"Type": "left", "Player": "BOT_a"})
            end = time.monotonic() + 5
    link.close()


if __name__ == "__main__":
    main()
