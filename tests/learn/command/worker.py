"""A worker that misbehaves on request: worker.py MODE [N]. It does so in its N-th fit (default: in each).

It implements the protocol of docs/WORKER.md independently, and predicts the most frequent class or the mean,
and the shares of the classes.
"""
import os
import signal
import struct
import sys
import time

mode = sys.argv[1]
every = int(sys.argv[2]) if len(sys.argv) > 2 and mode != "count-starts" else 1
incoming, outgoing = sys.stdin.buffer, sys.stdout.buffer
fits = 0


def send(name, content=b""):
    outgoing.write(name + struct.pack("<IQ", request, len(content)) + content)
    outgoing.flush()


def texts(content, at, n):
    found = []
    for _ in range(n):
        (length,) = struct.unpack_from("<I", content, at)
        found.append(content[at + 4 : at + 4 + length].decode())
        at += 4 + length
    return found, at


def answer(content):
    seed, n_train, n_predict = struct.unpack_from("<QQQ", content)
    at = 24 + 4 * n_train
    counts = struct.unpack_from(f"<{n_train}I", content, at)
    at += 4 * n_train
    if n_classes == 0:
        y = struct.unpack_from(f"<{n_train}d", content, at)
        if mode == "roles":  # a number that depends on everything it gets
            at += 8 * n_train + 4 * n_predict
            parts, *weights = struct.unpack_from(f"<I{n_train}d", content, at)
            groups = struct.unpack_from(f"<{n_train}I", content, at + 4 + 8 * n_train)
            times = struct.unpack_from(f"<{n_train}d", content, at + 4 + 12 * n_train)
            assert parts == 7 and len(content) == at + 4 + 20 * n_train
            value = sum(c * (w + 10 * g + 1000 * t) for c, w, g, t in zip(counts, weights, groups, times))
            return struct.pack("<I", 4) + struct.pack("<d", value) * n_predict
        mean = sum(c * v for c, v in zip(counts, y)) / sum(counts)
        return struct.pack("<I", 4) + struct.pack("<d", mean) * n_predict
    y = struct.unpack_from(f"<{n_train}i", content, at)
    assert len(content) == at + 4 * n_train + 4 * n_predict
    shares = [0] * n_classes
    for c, v in zip(counts, y):
        shares[v] += c
    label = min(range(n_classes), key=lambda c: (-shares[c], c))
    if mode == "seed":
        label = seed % n_classes
    if mode == "class":
        label = n_classes
    scores = [shares[c] / sum(counts) for c in range(n_classes)]
    if mode == "nan":
        scores[0] = float("nan")
    if mode == "labels":
        return struct.pack("<I", 1) + struct.pack("<i", label) * n_predict
    return struct.pack("<I", 3) + struct.pack("<i",
                                              label) * n_predict + struct.pack(
                                                  f"<{n_classes}d", *scores) * n_predict


if mode == "count-starts":
    with open(sys.argv[2], "a") as file:
        file.write("x")
if mode in ("exit-at-once", "count-starts"):
    print("no such module", file=sys.stderr)
    sys.exit(3)
if mode == "print-at-once":
    print("Welcome to a chatty library!", flush=True)
if mode == "never-reads":
    time.sleep(1000)
while True:
    head = incoming.read(16)
    if len(head) < 16:
        if mode == "stays":
            time.sleep(1000)
        break
    name, request, length = struct.unpack("<4sIQ", head)
    content = incoming.read(length)
    if name == b"HELO":
        (wanted,) = struct.unpack("<I", content)
        assert wanted == (2 if mode in ("roles", "old") else 1), "a greeting of version 2 without need"
        send(b"HELO", struct.pack("<I", 2 if mode in ("version", "roles") else 1))
    elif name == b"DATA":
        rows, n_features, n_classes = struct.unpack_from("<QII", content)
        if mode == "close-input":
            os.close(0)
            send(b"OKAY")
            time.sleep(1000)
        send(b"FAIL", b"I do not like this data") if mode == "refuse" else send(b"OKAY")
    else:
        fits += 1
        reply = answer(content)
        if fits % every == 0:
            if mode == "crash":
                print("about to crash", file=sys.stderr, flush=True)
                os.kill(os.getpid(), signal.SIGSEGV)
            if mode == "hang":
                time.sleep(1000)
            if mode == "exit":
                sys.exit(3)
            if mode == "leave":
                sys.exit(0)
            if mode == "eat":
                hoard = bytearray(1 << 30)
                hoard[:] = b"x" * len(hoard)
            if mode == "garbage":
                outgoing.write(bytes(range(256)) * 10)
                outgoing.flush()
                continue
            if mode == "huge":
                outgoing.write(b"PRED" + struct.pack("<IQ", request, 1 << 60))
                outgoing.flush()
                continue
            if mode == "half":
                outgoing.write(b"PRED" + struct.pack("<IQ", request, len(reply)) + reply[: len(reply) // 2])
                outgoing.flush()
                sys.exit(0)
            if mode == "short":
                reply = reply[:-8]
            if mode == "noisy":
                os.write(2, b"noise " * 500_000)
            if mode == "fail":
                send(b"FAIL", b"singular matrix")
                continue
            if mode == "twice":
                send(b"PRED", reply)
        send(b"PRED", reply)
