#!/usr/bin/env python3
"""Makes labels.csv and marks.csv: answers that a judge has rated, and humans a random few of them.

Made up, so that the truth is known: 71 % of such answers are good, and model B is .25 marks better than A.
"""
import csv
import pathlib
import random

HERE = pathlib.Path(__file__).resolve().parent


def write(name, head, rows):
    with (HERE / name).open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)


def labels(items=500, labelled=80):
    """The judge takes one bad answer in eight for good, and one good in ten for bad."""
    draw = random.Random(41)
    rows = []
    for answer in range(1, items + 1):
        good = draw.random() < 0.71
        judged = draw.random() >= 0.1 if good else draw.random() < 0.125
        rows.append([answer, "good" if judged else "bad", "good" if good else "bad"])
    for row in draw.sample(rows, items - labelled):
        row[2] = ""
    write("labels.csv", ["answer", "judge", "human"], rows)


def mark(quality):
    return min(5, max(1, round(quality)))


def marks(items=400, labelled=60):
    """Two models on the same questions; the judge's marks are half a mark too high, and noisy."""
    draw = random.Random(42)
    rows = []
    for question in range(1, items + 1):
        common = draw.gauss(3.4, 0.8)
        row = [question]
        humans = []
        for shift in (0.0, 0.25):
            quality = common + shift + draw.gauss(0, 0.6)
            humans.append(mark(quality + draw.gauss(0, 0.3)))
            row.append(round(quality + 0.5 + draw.gauss(0, 0.4), 1))
        rows.append(row + humans)
    for row in draw.sample(rows, items - labelled):
        row[3:] = ["", ""]
    write("marks.csv", ["question", "judge_a", "judge_b", "human_a", "human_b"], rows)


if __name__ == "__main__":
    labels()
    marks()
