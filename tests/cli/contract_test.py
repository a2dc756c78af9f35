#!/usr/bin/python3
"""contract_test.py BINARY: docs/CONTRACT.md and docs/cli say what the program does.

* docs/cli has the help of every command (tools/cli-reference).
* The keys of JSON answers are those of the tables in docs/CONTRACT.md: every key that the commands below
  print is in its table, and every key of a table is printed by one of them.
* The keys of the experiment file are those of `unseen run --help`.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(sys.argv[1]).resolve()
CONTRACT = (ROOT / "docs/CONTRACT.md").read_text(encoding="utf-8")

# Each is a line of a shell in an empty folder, `unseen` being the binary and DATA the folder of the project's
# data.
COMMANDS = r"""
awk 'BEGIN { print "id,y,p,q,l,w,g,f,r,s"; for (i = 0; i < 80; ++i) print i "," (i * 7 % 5 > 2) "," (i * 13 % 17) / 20 "," (i * 7 % 19) / 20 "," (i % 3 > 1) "," 1 + i % 3 ",g" i % 20 ",fold" i % 4 "," int(i / 40) "," i % 2 }' > p.csv
unseen data $DATA/iris.csv --format json
unseen data $DATA/wine.csv --target alcohol,hue --format json
unseen data $DATA/airline.csv --target passengers --time month --lags 1-12 --horizon 2 --format json
unseen estimate $DATA/airline.csv --target passengers --time month --lags 1-12 --horizon 2 --learner naive --estimator forward-growing:train=100 --format json
unseen estimate $DATA/airline.csv --lags 1-12 --horizon 1-2 --learner naive --learner mean --estimator forward-growing:train=100 --format json
unseen data $DATA/cpu.arff --format json
unseen explain zero_variance --format json
unseen explain --format json
unseen estimate --list estimators --format json
unseen data $DATA/breast-cancer.arff --format json
unseen estimate $DATA/iris.csv --learner tree --estimator resubstitution --estimator holdout --estimator jackknife --bound r-cv --bound vote --format json
unseen estimate $DATA/iris.csv --learner knn --learner majority --estimator cv:folds=3,repeats=2 --training-error --format json
unseen estimate $DATA/breast-cancer.arff --learner naive-bayes --estimator cv:folds=3 --describe-predictions --format json
(echo x,c,y; for i in $(seq 30); do echo $((i * i % 17)),c$i,$((i * 7 % 11)); done) > c.csv; unseen estimate c.csv --learner tree --estimator cv:folds=3 --describe-predictions --format json
(cat $DATA/wine.csv; tail -n 20 $DATA/wine.csv) > copied.csv; unseen estimate copied.csv --learner knn --estimator cv:folds=3 --format json
unseen estimate $DATA/iris.csv --learner 'tuned(knn):k=1..3:2' --learner majority --estimator holdout --format json
unseen estimate $DATA/wine.csv --target alcohol,hue --ignore class --learner 'multi(mean)' --estimator holdout --format json
unseen estimate p.csv --target y --ignore id,l,f,r,s --weight w --group g --learner naive-bayes --estimator cv:folds=2 --format json
unseen estimate p.csv --target y --ignore id,l,f,r,s --learner majority --estimator holdout --measure recall --format json
unseen importance $DATA/iris.csv --learner knn --estimator cv:folds=3 --format json
unseen importance p.csv --target y --ignore id,l,f,r,s --weight w --group g --learner naive-bayes --estimator cv:folds=2 --measure recall --format json
unseen importance $DATA/airline.csv --target passengers --time month --lags 1-3 --learner ridge --estimator forward-growing:train=60,horizon=12 --format json
unseen score p.csv --truth y --score p --predicted l --weight w --measure roc_auc --measure accuracy --format json
unseen score p.csv --truth y --score p --by s --measure accuracy --curves roc --output-curves . --format json
unseen score p.csv --truth y --score p --measure accuracy --curves roc --format json
unseen score p.csv --truth y --score p --split f --measure accuracy --curves roc --format json
printf 'y,p\n1,.3\n1,.6\n' > one.csv; unseen score one.csv --truth y --score p --measure accuracy --curves roc --format json
unseen score p.csv --truth y --score p --group g --measure roc_auc --format json
unseen score p.csv --truth y --score p --by s --group r --measure accuracy --measure f1 --format json
unseen score p.csv --truth y --score p --split f --measure roc_auc --format json
(echo y,p; seq 3000 | awk '{ print ($1 * 7 % 5 > 2) "," ($1 * 7919 % 10007) / 10007 }') > many.csv; unseen score many.csv --cells 1024 --measure roc_auc --format json
unseen score p.csv --truth y --predicted l --measure roc_auc --format json
unseen score p.csv --truth y --score p --candidates 3 --measure roc_auc --format json
unseen score p.csv --truth y --predicted l --require 'accuracy >= 0.5' --require 'accuracy <= 0.9' --undecided pass --measure accuracy --format json
unseen score p.csv --truth y --score p --threshold youden --measure accuracy --format json
unseen score p.csv --truth y --predicted l --per-class --measure accuracy --format json
unseen score --list-measures --format json
unseen compare counts --errors 20,30 --rows 100,100 --format json
unseen compare models p.csv --truth y --scores A=p,B=q --measure roc_auc --margin 0.1 --samples 50 --format json
unseen compare models p.csv --truth y --scores A=p,B=q,C=w --measure roc_auc --measure f1 --samples 50 --format json
printf 'a,b\n.9,.3\n.8,.2\n1,.6\n.7,.1\n' > v.csv; unseen score v.csv --value a --range 0,1 --higher-is-better --format json
unseen compare models v.csv --value A=a,B=b --range 0,1 --higher-is-better --format json
(echo h,j; for i in $(seq 60); do echo $([ $((i % 2)) = 0 ] && echo $((i % 4 / 2))),$((i % 4 / 2)); done) > j.csv; unseen score j.csv --truth h --judged j --format json
(echo item,r,v; for i in 1 2 3; do for r in 1 2; do echo $i,$r,$((i * r % 3 > 0)); done; done) > r.csv; unseen score r.csv --value v --range 0,1 --higher-is-better --id item --repeat r --format json
grep -v ,2, r.csv > r1.csv; unseen score r1.csv --value v --range 0,1 --higher-is-better --id item --repeat r --format json
(echo model,q,acc; for m in $(seq 14); do for q in 1 2 3; do echo m$m,$q,$((q * m % 2)); done; done) > many.csv; unseen compare models many.csv --model model --item q --value acc --format json
seq 10 > a.txt; seq 10 | awk '{ print $1 + $1 % 3 }' > b.txt; unseen compare splits a.txt b.txt --lower-is-better --train-rows 90 --test-rows 10 --format json
printf 'd,A,B,C\nx,1,2,3\ny,2,3,1\nz,4,2,1\nu,3,,1\n' > t.csv; unseen compare results t.csv --higher-is-better --control A --format json
unseen compare results t.csv --higher-is-better --format json
(echo d,l,v,f; for d in x y z; do for l in A B; do for f in 1 2 3; do echo $d,$l,$((f * 3 % 5 + ${#l})).$f,$f; done; done; done) > long.csv; unseen compare results long.csv --lower-is-better --dataset d --learner l --value v --fold f --format json
unseen score v.csv --value a --range 0,1 --higher-is-better --require 'mean >= 0.1' --looks 3 --look 1 --format json
unseen score v.csv --value a --range 0,1 --higher-is-better --require 'mean >= 0.1' --any-time v.state --format json
unseen compare models v.csv --value A=a,B=b --range 0,1 --higher-is-better --require 'A not worse than B by 0.1 in mean' --any-time two.state --format json
unseen compare plan mcnemar_exact:discordant=0.15,difference=0.05 --format json
unseen bound binomial --errors 3 --rows 40 --format json
unseen bound voting --errors 4,7 --rows 62,62 --differing 40,8,2 --unlabelled 50 --format json
unseen bound order-statistics --values a.txt --rank 1 --format json
printf 'estimators = ["cv:folds=3"]\nbounds = ["r-test"]\n[[data]]\npath = "iris.csv"\n[[learner]]\nspec = "knn"\n[[learner]]\nspec = "command"\nfit = "false {train} {test} {predictions}"\n' > e.toml; cp $DATA/iris.csv .; unseen run e.toml --dry-run --format json
printf 'estimators = ["holdout"]\nmeasures = ["recall"]\n[[data]]\npath = "%s"\n[[learner]]\nspec = "majority"\n' $DATA/breast-cancer.arff > two.toml; unseen run two.toml --store two.db --format json
unseen run e.toml --store s.db --format json
unseen store list s.db --format json
unseen store list s.db --failures --format json
unseen store check s.db --format json
unseen bound s.db --learner knn --bound r-test --format json
"""

faults = []


def tables():
    """{name: its keys, each a tuple of names}; lists do not add a level."""
    found = {}
    for name, table in re.findall(r"^<!-- keys: (\S+) -->\n\n((?:\|.*\n)+)", CONTRACT, re.MULTILINE):
        cells = [line.split(" | ")[0] for line in table.splitlines()[2:]]
        found[name] = {tuple(key.replace("[]", "").split(".")) for cell in cells
                       for key in re.findall(r"`([^`]+)`", cell)}
    return found


TABLES = tables()
# Keys whose values another table describes.
INNER = {"interval": "interval", "these_items": "interval",
         "simultaneous": "interval", "warnings": "warning", "estimates": "estimates",
         "figure": "estimates",
         "bound": "bound", "horizons": "estimate", "verdict": "verdict", "relations": "relations",
         "gaps": "relations",
         "relation": "relations", "requirements": "requirements",
         "further": "verdict", "comparisons": "comparisons", "roc": "dominance", "pr": "dominance"}
seen = {name: set() for name in TABLES}


def table_of(answer):
    """The tables of a whole answer, besides `answer`."""
    command = answer["command"]
    for key, name in (("dry_run", "dry-run"), ("plans", "plans"), ("series", "list"),
                      ("failures", "failures"), ("faults", "faults"), ("specs", "specs"),
                      ("horizons", "horizons")):
        if key in answer:
            return name
    if command == "bound" and "estimates" in answer:
        return "stored-bounds"
    return "measures" if isinstance(answer.get("measures"), list) else command


def key_of(path, table):
    """The key of the table that matches the path, exactly or by a word in capitals, which matches any; else
    None."""
    keys = [key for key in TABLES[table] if len(key) == len(path)
            and all(k == p or k.isupper() for k, p in zip(key, path))]
    return max(keys, key=lambda key: sum(not k.isupper() for k in key), default=None)


def check(value, table, line, path=()):
    """Compares the keys of `value`, which is at `path` of its table, with the table."""
    if isinstance(value, list):
        for item in value:
            check(item, table, line, path)
        return
    if not isinstance(value, dict):
        return
    for name, inner in value.items():
        at = (*path, name)
        reason = name.endswith("_reason") and value.get(name[: -len("_reason")], 0) is None
        key = key_of(at, table)
        below = any(len(k) > len(at) and all(a == b or a.isupper() for a, b in zip(k, at))
                    for k in TABLES[table])
        if key is not None:
            seen[table].add(key)
        elif not below and not reason and not (path == ()
                                               and name in ("command", "schema", "version", "verdict")):
            faults.append(
                f"docs/CONTRACT.md: no key {'.'.join(at)} in the table '{table}', which this prints: {line}")
        if name in INNER and (key is not None or below
                              or at == ("verdict",)) and at != ("models", "simultaneous"):
            check(inner, INNER[name], line)
        elif table == "score" and at[0] == "subgroups" and len(at) == 2:
            check(inner, "score", line)
        elif at[:-1] in (("models", "intervals"), ("models", "simultaneous")):
            check(inner, "interval", line)
        elif table == "score" and at[0] in ("per_class", "averages") and name == "measures":
            check({"measures": inner}, "score", line)
        else:
            check(inner, table, line, at)


def run_commands():
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "bin").mkdir()
        pathlib.Path(folder, "bin/unseen").symlink_to(BINARY)
        environment = os.environ | {"PATH": f"{folder}/bin:{os.environ['PATH']}", "DATA": str(ROOT / "data")}
        for line in COMMANDS.strip().splitlines():
            done = subprocess.run(["bash", "-c", line], cwd=folder, env=environment, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True)
            if "--format json" not in line:
                continue
            if not done.stdout:
                faults.append(f"no answer: {line}\n  {done.stderr.strip()}")
                continue
            answer = json.loads(done.stdout)
            check({key: answer[key] for key in ("command", "schema", "version")}, "answer", line)
            check(answer, table_of(answer), line)
    for table, keys in TABLES.items():
        faults.extend(f"docs/CONTRACT.md: nothing prints the key {'.'.join(key)} of the table '{table}'"
                      for key in sorted(keys - seen[table]))


def check_experiment_keys():
    run = subprocess.run([BINARY, "run", "--help"], stdout=subprocess.PIPE, text=True).stdout
    expected, inside = set(), ""
    for name, form in re.findall(r"^  +(\S+)( = )?", run.split("Keys of the file:")[1], re.MULTILINE):
        if form:
            expected.add(inside + name)
        else:
            inside = name.strip("[]") + "."
            expected.add(inside[:-1])
    table = re.search(r"^<!-- experiment keys -->\n\n((?:\|.*\n)+)", CONTRACT, re.MULTILINE)[1]
    documented = {key.strip("[]") for line in table.splitlines()[2:]
                  for key in re.findall(r"`([^`]+)`", line.split(" | ")[0])}
    for key in sorted(expected ^ documented):
        faults.append(
            f"docs/CONTRACT.md: the key {key} of the experiment file is "
            f"{'not there' if key in expected else 'unknown to the program'}")


reference = subprocess.run([ROOT / "tools/cli-reference", BINARY, "--check"], stdout=subprocess.PIPE,
                           text=True)
if reference.returncode != 0:
    faults.append(reference.stdout.strip())
run_commands()
check_experiment_keys()
print("\n".join(faults) or f"contract: {sum(map(len, TABLES.values()))} keys in {len(TABLES)} tables")
sys.exit(bool(faults))
