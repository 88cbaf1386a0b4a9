#!/usr/bin/env python3
"""A person at a server like bgammon.org, with the commands of its own client.

    bgammon_person.py PORT NAME BOT PLAN...

Joins the match of BOT and plays it to its end with the first hop that the server offers each
time. PLAN: doubles (whenever it may), drops (else it takes), resigns (at once), or
resigns-later (when a game is doubled, or cannot be). Prints what happens, and ends when it
has left the match. As the server's own client it takes no member of another type than the server's.
"""
import json
import socket
import sys
import time

PORT, NAME, BOT = int(sys.argv[1]), sys.argv[2], sys.argv[3]
PLAN = set(sys.argv[4:])
TYPES = {bool: "Entered Selected Password DoubleOffered Reroll Forced Spectating AutoPlay",
         str: "Type Player Message Reason Name PlayerName Resigned",
         int: "Number Rating Inactive Icon Started Ended Variant Turn Roll1 Roll2 Roll3 Winner Crawford DoubleValue "
              "DoublePlayer PlayerNumber GameID ID Clients From To"}
TYPE_OF = {name: kind for kind, names in TYPES.items() for name in names.split()}


def check_types(members):
    """Of an object, as it is decoded."""
    for name, value in members.items():
        if name in TYPE_OF and type(value) is not TYPE_OF[name]:
            sys.exit(f"{name} is {value!r}, not of type {TYPE_OF[name].__name__}")
    return members


def hop(points):
    names = {26: "bar", 0: "off"}
    return "/".join(names.get(point, str(point)) for point in points)


def wants_out(board):
    is_late = board["DoubleValue"] > 1 or board["Crawford"] == 1
    return "resigns" in PLAN or ("resigns-later" in PLAN and is_late)


def may_double(board):
    return board["Points"] > 1 and board["Crawford"] != 1 and board["DoublePlayer"] != 2 and board["DoubleValue"] < 64


def action(board):
    """What the board asks for; None: to wait."""
    if board["Winner"]:
        return "leave"
    if board["Turn"] == 0:
        return None if board["Roll1"] or not board["Player2"]["Name"] else "roll"
    if board["DoubleOffered"]:
        return None if board["Turn"] == 1 else "resign" if "drops" in PLAN else "ok"
    if board["Turn"] == 2 or 15 in (board["Board"][0], -board["Board"][25]):
        return None
    if wants_out(board):
        return "resign"
    if not board["Roll1"]:
        return "double" if "doubles" in PLAN and may_double(board) else "roll"
    return "move " + hop(board["Available"][0]) if board["Available"] else "ok"


class Person:
    def __init__(self):
        self.link = socket.create_connection(("127.0.0.1", PORT))
        self.say(f"lj boxcars/en-US {NAME}\nlist")
        self.is_joining = self.is_done = False

    def say(self, line):
        self.link.sendall((line + "\n").encode())

    def look(self, event):
        for game in event["Games"] or []:
            if game["Players"] == 1 and BOT in game["Name"] and not self.is_joining:
                self.is_joining = True
                self.say(f"join {game['ID']}")
        if self.is_joining:
            return
        time.sleep(0.3)
        self.say("list")

    def act(self, board):
        line = action(board)
        if line:
            self.say(line)
        if line in ("double", "ok", "resign", "leave") and (line != "ok" or board["DoubleOffered"]):
            print(line, flush=True)

    def hear(self, event):
        if event["Type"] == "ping":
            self.say(f"pong {event['Message']}")
        elif event["Type"] == "list":
            self.look(event)
        elif event["Type"] == "board":
            self.act(event)
        elif event["Type"] == "left":
            self.is_done = event["Player"] != BOT
        elif event["Type"] == "win":
            print("win", event["Player"], event["Points"], event["Resigned"] or "-", flush=True)
        elif event["Type"] == "failedjoin":
            self.is_joining = False
            self.say("list")
        elif event["Type"].startswith("failed"):
            sys.exit(f"refused: {event}")


def main():
    person = Person()
    for line in person.link.makefile():
        if line.startswith("{"):
            person.hear(json.loads(line, object_hook=check_types))
        if person.is_done:
            break


if __name__ == "__main__":
    main()
