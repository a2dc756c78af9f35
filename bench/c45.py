"""C4.5 (`tree`) beside WEKA's J48: cross-validation on the same folds, for three sizes. Times are processor
times.

    PYTHON bench/c45.py [--rounds 3]

J48 is timed inside one virtual machine, without its start and reading; our time is that of the whole command.
Without WEKA only ours runs.
"""

from side_by_side import *

LEARNER = "tree"


def main():
    args = arguments(__doc__, rounds=3).parse_args()
    command = weka_class("C45")
    for rows, features, classes, repeats in ((690, 14, 2, 10), (6435, 36, 6, 10), (48842, 14, 2, 1)):
        path, x, y = blobs(rows, features, classes)
        estimator = f"cv:folds=10,repeats={repeats}"
        title(f"C4.5 {rows}x{features}, {classes} classes, {repeats}x10-fold")
        if isinstance(command, str):
            print(f"  WEKA's J48: skipped, {command}")
            (ours,) = by_turns(args.rounds, lambda: estimate(path, LEARNER, estimator), least="processor")
            line("unseen estimate", ours.processor, f"{ours.megabytes:.0f} MB")
            continue
        arff = write_arff(DATA / "c45.arff", x, y)
        folds = numpy.zeros((rows, repeats), dtype=int)
        for i, (_, test) in enumerate(splits(path, estimator, rows)):
            folds[test, i // 10] = i % 10
        numpy.savetxt(DATA / "c45-folds.csv", folds, fmt="%d", delimiter=",")

        def weka():
            run = measured(*command, arff, DATA / "c45-folds.csv")
            seconds, error = map(float, run.answer.split())
            return run._replace(processor=seconds, answer=error)

        theirs, ours = by_turns(args.rounds, weka, lambda: estimate(path, LEARNER, estimator),
                                least="processor")
        line("WEKA J48, without start and reading", theirs.processor)
        line("unseen estimate", ours.processor,
             f"{ratio(theirs.processor, ours.processor)}, {ours.megabytes:.0f} MB")
        agree("error rates", values(ours), [theirs.answer], 1e-9)


main()
