"""A server on which saved matches do not go on, as servers of others have them.

usage: stuck_server.py finished|impossible

Prints its port, then each command that it hears. opp_a is there and joins at once; with
"finished" his match stands 0-6 of 3 although the list has 0-2, with "impossible" its board
has two checkers too many."""
import socket
import sys

POINTS = "0:-2:0:0:0:0:{}:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
BOARD = "board:You:opp_a:3:{}:" + POINTS + ":1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
SAVED = ["  opponent          matchlength   score (your points first)",
         "**opp_a                   3                0 -  2"]
SETTINGS = """The current settings are:
allowpip        YES
autoboard       YES
autodouble      NO
automove        NO
bell            NO
crawford        YES
double          YES
greedy          NO
moreboards      YES
moves           NO
notify          YES
ratings         YES
ready           YES
report          NO
silent          YES
telnet          YES
wrap            NO""".split("\n")
OUR_WHO = "5 a_bot - - 1 0 1500.00 500 3 1700000000 127.0.0.1 fibsbot -"
LOG_IN = ["1 a_bot 1700000000 127.0.0.1",
          "2 a_bot 1 1 0 0 0 0 1 1 500 0 1 1 1 1500.00 0 1 0 0 0 UTC", "3", "4", OUR_WHO,
          "5 opp_a - - 1 0 1500.00 100 0 1700000000 127.0.0.1 - -", "6"]
LOADED = ["opp_a has joined you. Your running match was loaded.", "turn: a_bot.",
          "match length: 3", "points for a_bot: 0"]


def answers(kind, command):
    words = command.split()
    if command == "invite opp_a":
        return ["** You invited opp_a to resume a saved match."] + LOADED
    if command == "show saved":
        return SAVED
    if command == "board":
        return [BOARD.format("0:6" if kind == "finished" else "0:2",
                             5 if kind == "finished" else 7)]
    if command == "leave":
        return ["** You terminated the game. The game was saved.", OUR_WHO]
    if words[0] == "set":
        return [f"Value of '{words[1]}' set to {words[2]}."]
    if words[0] in ("tell", "kibitz"):
        return [("16 " if words[0] == "tell" else "19 ") + " ".join(words[1:])]
    if command == "toggle ready": # only at the end, when the bot takes no more matches
        return ["** You're now refusing to play with someone."]
    if words[0] == "toggle":
        return SETTINGS
    if words[0] == "bye":
        return ["                             Goodbye."]
    return ["Thursday, January 02 01:27:27 MET  ( Thu Jan  2 00:27:27 2003 UTC )"]


def serve(kind, line):
    line.sendall(b"login: ")
    stream = line.makefile("rb")
    for raw in stream:
        command = raw.decode("latin-1").strip()
        if command.startswith("login "):
            lines = LOG_IN
        else:
            print(command, flush=True)
            lines = answers(kind, command)
        line.sendall("".join(text + "\r\n" for text in lines).encode())
        if command == "bye":
            return


def main():
    listener = socket.create_server(("127.0.0.1", 0))
    print("port", listener.getsockname()[1], flush=True)
    while True:
        line, _ = listener.accept()
        line.settimeout(120)
        with line:
            try:
                serve(sys.argv[1], line)
            except OSError:
                pass


main()
