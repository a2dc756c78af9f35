"""Leave-one-out of a million rows with a trivial learner: time to the first split, total time, memory and
growth.

    PYTHON bench/leave_one_out.py [--rounds 3]

scikit-learn does 1,000 rows and is scaled linearly in the number of fits, in its favour: its fits copy the
training rows, so that it grows with the square of the rows.
"""

from side_by_side import *

from sklearn.dummy import DummyClassifier
from sklearn.model_selection import LeaveOneOut, cross_val_score


def first_split(path):
    """The seconds until `unseen split` has read the rows, made the plan and written the first lines of its
    first split."""
    start = time.perf_counter()
    command = [BUILD / "apps/unseen/unseen", "split", path, "--resample", "loo", "--quiet"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        process.stdout.read(100)
        seconds = time.perf_counter() - start
        process.stdout.close()
        process.kill()
    return Run(seconds, None, None)


def main():
    args = arguments(__doc__, rounds=3).parse_args()
    title("majority, leave-one-out")
    path, x, y = blobs(1000, 1, 2)
    theirs, ours = by_turns(
        args.rounds,
        timed(lambda: cross_val_score(DummyClassifier(strategy="most_frequent"), x, y, cv=LeaveOneOut())),
        lambda: estimate(path, "majority", "loo"))
    line(f"{PEER} cross_val_score, 1,000 rows", theirs.seconds)
    line("  scaled to 1,000,000 fits", 1000 * theirs.seconds)
    line("unseen estimate, 1,000 rows", ours.seconds, ratio(theirs.seconds, ours.seconds))
    agree("error rates of 1,000 rows", values(ours), [1 - theirs.answer.mean()], 1e-9)
    for rows in (10_000, 100_000, 1_000_000):
        path, x, y = blobs(rows, 1, 2)
        ours, read, first = by_turns(args.rounds, lambda: estimate(path, "majority", "loo"),
                                     lambda: estimate(path, "majority", "resubstitution"),
                                     lambda: first_split(path))
        line(f"unseen estimate, {rows:,} rows", ours.seconds, f"{ours.megabytes:.0f} MB")
        line("  start, reading and one fit of all rows", read.seconds)
        line("  until the first split is being written (unseen split)", first.seconds)
    line("the last beside scikit-learn, scaled", ours.seconds, ratio(1000 * theirs.seconds, ours.seconds))


main()
