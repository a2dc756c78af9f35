"""A batch learner that misbehaves on request: learner.py MODE TRAIN TEST PREDICTIONS [MORE].

It predicts the most frequent class of the last column of CSV files, unless MODE asks for something else.
"""
import os
import signal
import sys
import time

mode, train, test, predictions, *more = sys.argv[1:]


def rows(path):
    with open(path) as file:  # no cell in these tests needs quotes
        return [line[:-1].split(",") for line in file][1:]


def count():
    """How often the learner has been run, kept in a file."""
    with open(more[0], "a+") as file:
        file.write("x")
        return file.tell()


if mode == "crash" or mode == "crash-fifth" and count() % 5 == 0:
    os.kill(os.getpid(), signal.SIGSEGV)
if mode == "crash-once" and count() == 1:
    os.abort()
if mode in ("hang", "hang-with-child"):
    pid = os.getpid() if mode == "hang" else os.spawnlp(os.P_NOWAIT, "sleep", "sleep", "1000")
    with open(more[0], "w") as file:
        file.write(str(pid))
    time.sleep(1000)
# joins the group of its parent and starts a process that leaves the session and is adopted by init
if mode == "stray":
    os.setpgid(0, os.getpgid(os.getppid()))
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            with open(more[0], "w") as file:
                file.write(str(os.getpid()))
            os.execlp("sleep", "sleep", "1000")
        os._exit(0)
    time.sleep(1000)
if mode == "eat":
    hoard = bytearray(1 << 30)
    hoard[:] = b"x" * len(hoard)
if mode == "exit":
    print("first line", "it is singular", sep="\n", file=sys.stderr)
    sys.exit(3)
if mode == "noisy":
    os.write(2, b"noise " * 500_000)
    os.write(1, b"noise ")
if mode == "child":  # ends, and leaves behind a process that holds the streams
    os.spawnlp(os.P_NOWAIT, "sleep", "sleep", "1000")
if mode == "closed":
    os.close(1)
    os.close(2)
    time.sleep(0.1)

if mode == "roles":  # a number that depends on everything it gets
    columns = [[float(line) for line in open(name)] for name in more]
    assert all(len(column) == len(rows(train)) for column in columns)
    value = sum(w + 10 * g + 1000 * t for w, g, t in zip(*columns))
    with open(predictions, "w") as file:
        file.write(f"{value}\n" * len(rows(test)))
    sys.exit()
labels = [row[-1] for row in rows(train)]
queries = rows(test)
assert all(row[-1] == "" for row in queries), "the rows to predict tell their labels"
answer = [max(sorted(set(labels)), key=labels.count)] * len(queries)
if mode == "seed":
    answer = ["ab"[int(more[0]) % 2]] * len(queries)
if mode == "short":
    answer = answer[1:]
if mode == "silent":
    sys.exit()
with open(predictions, "wb") if mode != "print" else os.fdopen(1, "wb") as file:
    file.write(os.urandom(1000) if mode == "garbage" else "".join(a + "\n" for a in answer).encode())
