#!/usr/bin/env python3
"""A WebSocket server over TLS in front of a server of lines: each text message is a line.

    websocket_proxy.py PORT CERTIFICATE KEY [FAULT]

Prints its own port. Frames are written here once more, by RFC 6455 alone. FAULT: `pieces`
sends messages in fragments with pings between them, a few bytes at a time; `refuse` answers
404; `key` answers another key; `masked` masks what it sends, which no server may; `close`
ends each connection after 80 messages with a close frame.
"""
import base64
import hashlib
import socket
import ssl
import struct
import sys
import threading

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


def frame(opcode, data, is_last=True, mask=b""):
    size = len(data)
    masked = 0x80 if mask else 0
    head = bytes([(0x80 if is_last else 0) | opcode])
    if size < 126:
        head += bytes([masked | size])
    elif size < 65536:
        head += bytes([masked | 126]) + struct.pack(">H", size)
    else:
        head += bytes([masked | 127]) + struct.pack(">Q", size)
    return head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)) if mask else head + data


def read_exactly(stream, count):
    data = stream.read(count)
    if len(data) != count:
        raise EOFError
    return data


def read_frame(stream):
    first, second = read_exactly(stream, 2)
    assert first & 0x70 == 0, "reserved bits"
    assert second & 0x80, "a client's frame is masked"
    size = second & 0x7F
    if size == 126:
        (size,) = struct.unpack(">H", read_exactly(stream, 2))
    elif size == 127:
        (size,) = struct.unpack(">Q", read_exactly(stream, 8))
    mask = read_exactly(stream, 4)
    data = bytes(b ^ mask[i % 4] for i, b in enumerate(read_exactly(stream, size)))
    return first & 0x0F, bool(first & 0x80), data


def agree(stream, link, fault):
    request = stream.readline().decode()
    fields = {}
    for line in iter(stream.readline, b"\r\n"):
        name, _, value = line.decode().partition(":")
        fields[name.strip().lower()] = value.strip()
    assert request.startswith("GET / HTTP/1.1"), request
    assert fields["upgrade"].lower() == "websocket" and "upgrade" in fields["connection"].lower()
    assert fields["sec-websocket-version"] == "13" and fields["host"]
    key = fields["sec-websocket-key"].encode()
    assert len(base64.b64decode(key)) == 16
    if fault == "refuse":
        link.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        raise EOFError
    accept = base64.b64encode(hashlib.sha1((b"x" if fault == "key" else key) + GUID).digest())
    link.sendall(b"HTTP/1.1 101 Switching Protocols\r\nupgrade: WebSocket\r\nConnection: Upgrade\r\n"
                 b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")


def send_line(link, lock, line, fault):
    with lock:
        if fault == "pieces":
            half = len(line) // 2
            data = frame(TEXT, line[:half], False) + frame(PING, b"still there?") + frame(0, line[half:])
            for at in range(0, len(data), 700):
                link.sendall(data[at:at + 700])
        else:
            link.sendall(frame(TEXT, line, mask=b"abcd" if fault == "masked" else b""))


def from_server(server, link, lock, fault):
    count = 0
    try:
        for line in server.makefile("rb"):
            send_line(link, lock, line.rstrip(b"\n"), fault)
            count += 1
            if fault == "close" and count == 80:
                with lock:
                    link.sendall(frame(CLOSE, struct.pack(">H", 1001)))
                break
    except OSError:
        pass
    link.close()


def serve(link, port, fault):
    try:
        stream = link.makefile("rb")
        agree(stream, link, fault)
        lock = threading.Lock()
        with socket.create_connection(("127.0.0.1", port)) as server:
            threading.Thread(target=from_server, args=(server, link, lock, fault), daemon=True).start()
            while True:
                opcode, is_last, data = read_frame(stream)
                if opcode == TEXT:
                    assert is_last and b"\n" not in data
                    server.sendall(data + b"\n")
                elif opcode == PING:
                    with lock:
                        link.sendall(frame(PONG, data))
                elif opcode == PONG:
                    assert data == b"still there?"
                elif opcode == CLOSE:
                    break
    except (EOFError, OSError):
        pass
    except AssertionError as why:
        print("fault of the client:", why, flush=True)
    link.close()


def main():
    port, certificate, key = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    fault = sys.argv[4] if len(sys.argv) > 4 else ""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    while True:
        raw, _ = listener.accept()

        def run(raw=raw):
            try:
                serve(context.wrap_socket(raw, server_side=True), port, fault)
            except (OSError, ssl.SSLError):
                raw.close()

        threading.Thread(target=run, daemon=True).start()


if __name__ == "__main__":
    main()
