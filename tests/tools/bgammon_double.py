#!/usr/bin/env python3
"""A server like bgammon.org that lets somebody double as soon as a match is open.

    bgammon_double.py SLOTS POINTS

SLOTS are the 28 numbers of the board from the bot's side. Prints its port, then the command
with which the bot answers, and ends.
"""
import json
import socket
import sys

SLOTS = json.loads(sys.argv[1])
POINTS = int(sys.argv[2])
START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0, 0, 0]


def player(number, name):
    return {"Number": number, "Name": name, "Rating": 0, "Points": 0, "Entered": False, "Inactive": 0, "Icon": 0}


def board(opponent, slots, turn, is_offered):
    return {"Type": "board", "Player": "", "Started": 4102444800, "Ended": 0, "Player1": player(1, "BOT_a"),
            "Player2": player(2, opponent), "Variant": 0, "Board": slots, "Turn": turn, "Roll1": 0, "Roll2": 0,
            "Roll3": 0, "Moves": None, "Winner": 0, "Points": POINTS, "Crawford": 0, "DoubleValue": 1,
            "DoublePlayer": 0, "DoubleOffered": is_offered, "Reroll": False, "PlayerNumber": 1, "Available": None,
            "Forced": False, "Spectating": False}


def main():
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    link, _ = listener.accept()

    def send(event):
        link.sendall((json.dumps(event) + "\n").encode())

    link.sendall(b"hello Welcome\n")
    is_open = False
    for line in link.makefile("r"):
        word = line.split()[0]
        if word == "lj":
            send({"Type": "welcome", "Player": "", "PlayerName": "BOT_a", "Clients": 1, "Games": 0})
            send({"Type": "list", "Player": "", "Games": None})
        elif word == "create":
            is_open = True
            send({"Type": "joined", "Player": "BOT_a", "GameID": 1, "PlayerNumber": 1})
            send(board("", START, 0, False))
            send({"Type": "joined", "Player": "ann", "GameID": 1, "PlayerNumber": 2})
            send(board("ann", SLOTS, 2, True))
        elif word == "list":
            send({"Type": "list", "Player": "", "Games": None})
        elif word == "board" and is_open:
            send(board("ann", SLOTS, 2, True))
        elif word in ("ok", "resign", "leave"):
            print(word, flush=True)
            break
    link.close()


if __name__ == "__main__":
    main()
