"""Files with marked cells, and commands on them that say something; for no_values_test.py and paste_test.py.

Texts contain `zq`, those of id columns `zqid`, and numbers the digits 737373.
"""


def table(header, rows):
    return header + "\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)


def people(n=40):
    """Ids, categories, numbers, dates, money, words; the classes are not marked, because tables have them."""
    for i in range(n):
        note = f"zq{i} words of a note that is long {i}"
        yield (f"zqid{i:03}", f"zq{'abcd'[i % 4]}", f"{i % 7}737373.5", note, f"zqg{i % 9}",
               "yes" if i * 7 % 11 > 4 else "no")


PEOPLE = "id,kind,x,note,group,y"
FILES = {
    "people.csv": table(PEOPLE, people()),
    "short.csv": table(PEOPLE, people()) + "zqid900,zqa,2737373\n",
    "quote.csv": table(PEOPLE, people()) + 'zqid900,"zqa"zq,1,zq,zq,no\n',
    "odd.csv": table("x,y", [(f"{i}.737373", i) for i in range(40)] + [("zqodd", 3), ("zqodd", 4)]),
    "target.csv": table("x,y", [(i, f"{i}.737373") for i in range(40)] + [(1, "zqodd")]),
    "infinite.csv": table("x,y", [(f"{i}.737373", i) for i in range(9)] + [("inf", 3)]),
    "spelt.csv": table("x,y", [(i, ["zqyes", "zqno", "zqYes", "zqno "][i % 4]) for i in range(40)]),
    "labels.csv": table("x,y", [(i, f"zqid{i}") for i in range(40)]),
    "numbers.csv": table("x,y", [(i % 5, 737373 + i % 3) for i in range(40)]),
    "money.csv": table("x,y", [(f"737373{i}.50 EUR", i % 3) for i in range(40)]),
    "long.csv": table("id,x,y", [(f"73737373737373737{i:02}", i % 5, i % 3) for i in range(40)]),
    "bad.arff": "@relation r\n@attribute x {a,b,c,d,e}\n@attribute y {a,b}\n@data\na,a\nzqz,b\n",
    "bad.svm": "1 1:737373 2:zqx\n",
    "other.csv": table("x,y", [(i, ["zqp", "zqq", "zqr", "zqs"][i % 4]) for i in range(20)]),
    "main.csv": table("x,y", [(i, ["zqP", "zqQ", "zqR", "zqS"][i % 4]) for i in range(20)]),
    "scores.csv": table("id,y,p,label,g", [(f"zqid{i % 30}", i % 2, (i * 7 % 10) / 10, i % 3, f"zqg{i % 5}")
                                          for i in range(60)]),
    "beyond.csv": table("y,p", [(i % 2, (i * 7 % 10) / 10) for i in range(60)] + [(1, 1.737373)]),
    "three.csv": table("y,label", [(f"zq{'abc'[i % 3]}", f"zq{'abcdefg'[i % 7]}") for i in range(60)]),
    "a.csv": table("id,y,p", [(f"zqid{i}", i % 2, (i * 7 % 10) / 10) for i in range(60)]),
    "b.csv": table("id,y,p", [(f"zqid{i + 5}", i % 2, (i * 3 % 10) / 10) for i in range(60)]),
    "c.csv": table("id,y,p", [(f"zqid{i}", (i + (i == 7)) % 2, (i * 3 % 10) / 10) for i in range(60)]),
    "times.csv": table("t,x,y", [(f"2024-01-{i % 28 + 1:02} 07:37:37", i * 5 % 9, i) for i in range(60)]),
    "wrong_times.csv": table("t,x,y", [(i, i * 5 % 9, i) for i in range(60)] + [("zqnever", 1, 2)]),
    "nasty.csv": table('"a b",$x,#c;d,"it\'s",-m,y',
                       [(i, f"{i}.5", i % 4, i % 5, i * 7 % 11, i % 2) for i in range(40)]) +
    '"#DIV/0!",1,1,1,1,1\n1,$n/a,1,1,1,0\n1,1,a;b,1,1,0\n1,1,1,it\'s,1,0\n1,1,1,1,-x,1\n',
    "nasty_ids.csv": table('"Unnamed: 0",$id,x,y', [(i, f"a{i * 7 % 40}", i % 5, i % 2) for i in range(40)]),
    "title.csv": "A title\n" + table("a,b,y", [(i, i % 3, i % 2) for i in range(20)]),
    "decimal.csv": "a;b;y\n" + "".join(f"{i},5;{i % 3};{i % 2}\n" for i in range(20)),
    "weights.csv": table("w,x,y", [(1, i * 5 % 9, i % 2) for i in range(60)] + [(-737373, 1, 1)]),
}

# Each command with something that it says, as a regular expression.
JUDGE = " --target y --learner tree:max_depth=2 --estimator holdout"
COMMANDS = {
    "data people.csv --target y": "free_text|looks_like_id",
    "estimate people.csv" + JUDGE: "looks_like_id",
    "estimate people.csv --group group" + JUDGE: "looks_like_id",
    "data short.csv": "row has 3 cells",
    "data quote.csv": "text after a closing quote",
    "data odd.csv": "are texts in column",
    "data odd.csv --numeric x": "is not a number",
    "estimate target.csv" + JUDGE: "only text",
    "data infinite.csv": "infinite",
    "estimate spelt.csv" + JUDGE: "classes_spelt_twice",
    "estimate labels.csv" + JUDGE: "class of its own",
    "data numbers.csv --target y": "",
    "data money.csv --target y": "are read as numbers",
    "estimate long.csv --id id --target y --learner knn --estimator holdout": "",
    "data bad.arff": "is not declared",
    "data bad.svm": "not a finite number",
    "estimate main.csv --test other.csv --target y --learner knn --estimator test": "has the classes",
    "estimate main.csv --target y --positive yes --learner knn --estimator holdout": "classes; expected two",
    "score scores.csv --truth y --score p --id id": "",
    "score scores.csv --truth y --predicted label": "",
    "score scores.csv --truth y --score p --group g": "few_clusters",
    "score beyond.csv --truth y --score p": "737373|1.7|probabilit|outside|\\.\\.\\.",
    "score three.csv --truth y --predicted label": "label",
    "score three.csv --truth y --predicted label --positive zz": "positive",
    "score a.csv c.csv --join --truth y --score p --id id": "",
    "compare models a.csv b.csv --truth y --score p --id id": "id",
    "compare models a.csv c.csv --truth y --score p --id id": "",
    "estimate times.csv --target y --time t --learner mean --estimator forward-fixed:train=20": "",
    "estimate wrong_times.csv --target y --time t --learner mean --estimator forward-fixed:train=20": "",
    "data nasty.csv": "#DIV/0!",
    "estimate nasty_ids.csv" + JUDGE: "looks_like_id",
    "data title.csv": "skip|title",
    "data decimal.csv": "",
    "estimate weights.csv --target y --weight w --learner tree --estimator holdout": "negative|weight",
}
