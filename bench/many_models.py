"""Judging models that others made, in one run: many models on the same items, many learners on the same data
sets beside autorank, and what the options --group and --by of `unseen score` cost.

    PYTHON bench/many_models.py [--rounds 3] [--rows 2000000] [--learners 60,181]

`compare models` judges 134 models on 500 items and 500 on 2,000, right or wrong and with values from 0 to 1;
nobody else ranks models with simultaneous limits, so that there is no peer. `compare results` judges 60 and
181 learners on 41 data sets; autorank does so twice: by its own choice, which for these normal draws is an
analysis of variance with Tukey's test, and with Friedman's and Nemenyi's tests forced, as we do. Of these
mean ranks and Friedman's p-value must agree, and the critical difference and the pairs that it separates with
SciPy's quantile. Ours has the other tests of each pair besides. `score` judges rows of two classes in groups
of ten rows on average and in five subgroups. Processor times count, because they say more on a busy machine;
one thread.
"""

from side_by_side import *

import contextlib
import io

from score_files import scores
from scipy.stats import studentized_range

try:
    import autorank
    import pandas
except ImportError:
    autorank = None

DATA_SETS = 41
GOALS = {"--group": 3, "--by": 3, "--group --by": 5}  # times the processor time without them


def items(models, n, right_or_wrong):
    """A column for each model: how hard an item is, how good a model, and the luck of both."""
    path = DATA / f"items-{models}x{n}-{'right' if right_or_wrong else 'values'}.csv"
    random = numpy.random.RandomState(models)
    ease = random.normal(size=(n, 1)) + numpy.linspace(1.5, 0, models) + random.normal(size=(n, models))
    cells = (ease > 0).astype(int) if right_or_wrong else (1 / (1 + numpy.exp(-ease))).round(4)
    names = [f"m{j}" for j in range(models)]
    with open(path, "w") as file:
        file.write(",".join(names) + "\n")
        file.writelines(",".join(map(str, row)) + "\n" for row in cells.tolist())
    return path, ",".join(f"{name}={name}" for name in names)


def many_models(rounds):
    title("compare models: ranks of all models and those that may be best")
    for models, n in ((134, 500), (500, 2000)):
        for right_or_wrong in (True, False):
            path, columns = items(models, n, right_or_wrong)
            run, = by_turns(rounds, lambda: unseen("compare", "models", path, "--value", columns, "--range",
                                                   "0,1", "--higher-is-better", format="text"),
                            least="processor")
            line(f"{models} models x {n} items, {'right or wrong' if right_or_wrong else 'values'}",
                 run.processor, f"{run.megabytes:.0f} MB, {len(run.answer.splitlines())} lines")


def accuracies(learners):
    path = DATA / f"learners-{learners}x{DATA_SETS}.csv"
    random = numpy.random.RandomState(learners)
    skill = numpy.linspace(0, 0.05, learners)
    cells = 0.8 + skill + 0.1 * random.normal(size=(DATA_SETS, 1)) + 0.03 * random.normal(
        size=(DATA_SETS, learners))
    table = pandas.DataFrame(cells, columns=[f"L{j}" for j in range(learners)])
    table.rename_axis("data").to_csv(path)
    return path, table


def separated(ranks, difference):
    """Pairs of learners whose mean ranks are further apart."""
    names = sorted(ranks)
    return [int(abs(ranks[a] - ranks[b]) > difference) for i, a in enumerate(names) for b in names[:i]]


def by_nemenyi(answer):
    """The same pairs by the adjusted p-values of our answer."""
    shown = {(min(c["a"], c["b"]), max(c["a"], c["b"])): c["p_value_adjusted"] < 0.05
             for c in answer["comparisons"] if c["test"] == "nemenyi"}
    names = sorted(answer["ranks"])
    return [int(shown[b, a]) for i, a in enumerate(names) for b in names[:i]]


def autoranked(table, mode=None):
    def call():
        with contextlib.redirect_stdout(io.StringIO()):  # it prints its table
            return autorank.autorank(table, alpha=0.05, verbose=False, force_mode=mode)

    return timed(call)


def many_learners(learners, rounds):
    path, table = accuracies(learners)
    theirs, chosen, ours = by_turns(
        rounds if learners < 100 else 1, autoranked(table, "nonparametric"), autoranked(table),
        lambda: unseen("compare", "results", path, "--higher-is-better"), least="processor")
    title(f"compare results: {learners} learners x {DATA_SETS} data sets")
    line("unseen compare results", ours.processor, f"{ours.megabytes:.0f} MB")
    line(f"autorank: {chosen.answer.omnibus}, {chosen.answer.posthoc}", chosen.processor,
         ratio(chosen.processor, ours.processor))
    line(f"autorank: {theirs.answer.omnibus}, {theirs.answer.posthoc}", theirs.processor,
         ratio(theirs.processor, ours.processor))
    ranks = theirs.answer.rankdf["meanrank"].to_dict()
    agree("mean ranks", [ours.answer["ranks"][name] for name in ranks], list(ranks.values()), 1e-12)
    friedman = next(c["p_value"] for c in ours.answer["comparisons"] if c["test"] == "friedman")
    agree("logarithms of Friedman's p", numpy.log(friedman), numpy.log(theirs.answer.pvalue), 1e-9)
    # Theirs is a quantile that statsmodels interpolates; SciPy's integral says which one is right.
    exact = studentized_range.ppf(0.95, learners, 1e6) * (learners * (learners + 1) / 12 / DATA_SETS)**0.5
    agree("critical differences by SciPy", ours.answer["critical_difference"] / exact, 1, 1e-6)
    separates = by_nemenyi(ours.answer)
    agree("separated pairs", separates, separated(ranks, exact), 0)
    others = sum(a != b for a, b in zip(separates, separated(ranks, theirs.answer.cd)))
    print(
        f"  autorank's critical difference over SciPy's: {theirs.answer.cd / exact:.5f}, by which {others} "
        f"of {len(separates)} pairs change", flush=True)


def grouped_scores(rows):
    """Labels, scores, one group for ten rows, and five subgroups that cut through the groups."""
    path = DATA / f"grouped-{rows}.csv"
    if path.exists():
        return path
    y, score = scores(rows, 1)
    random = numpy.random.RandomState(2)
    site, region = random.randint(rows // 10, size=rows), random.randint(5, size=rows)
    part = path.with_suffix(".part")
    with open(part, "w") as file:
        file.write("y,score,site,region\n")
        file.writelines(f"{a},{b!r},s{c},r{d}\n"
                        for a, b, c, d in zip(y.tolist(), score.tolist(), site.tolist(), region.tolist()))
    part.rename(path)
    return path


def options_of_score(rows, rounds):
    path = grouped_scores(rows)
    words = {"--group": ["--group", "site"], "--by": ["--by", "region"]}
    names = ["", "--group", "--by", "--group --by"]

    def side(name):
        options = [word for option in name.split() for word in words[option]]
        return lambda: unseen("score", path, "--truth", "y", "--score", "score", *options, format="text")

    plain, *others = by_turns(rounds, *map(side, names), least="processor")
    title(f"score: {rows:,} rows of two classes, {rows // 10:,} groups, 5 subgroups")
    line("without options", plain.processor, f"{plain.megabytes:.0f} MB")
    for name, run in zip(names[1:], others):
        times = run.processor / plain.processor
        line(name, run.processor, f"{times:.1f} times, goal {GOALS[name]}; {run.megabytes:.0f} MB")


def main():
    parser = arguments(__doc__, rounds=3)
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--learners", default="60,181")
    args = parser.parse_args()
    many_models(args.rounds)
    if autorank is None:
        print("\nskipped compare results: this interpreter has no autorank")
    else:
        for learners in args.learners.split(","):
            many_learners(int(learners), args.rounds)
    options_of_score(args.rows, args.rounds)


if __name__ == "__main__":
    main()
