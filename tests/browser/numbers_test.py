"""Page against JSON, on the pages of all kinds: every number of a table and of a picture's data is one of the
answer, cells show it in four digits, and marks, lines and strips lie where the axes have these numbers."""
import math
import re

import pytest

from looks_test import KINDS, folder  # noqa: F401
from report_test import downloaded, number, report, show_all, table_of

pytestmark = pytest.mark.slow

# Tests of their own hold what the page makes of counts: by thresholds, for precision, recall and F1.
OF_COUNTS = "Figures by the threshold"


def numbers_of(answer):
    """All numbers of an answer, those in its texts, as in specs, and figures with an error to each side."""
    if isinstance(answer, dict):
        middles = [answer.get(key) for key in ("value", "mean", "error")]
        errors = [answer.get(key) for key in ("standard_error", "standard_deviation")]
        around = {m + sign * e for m in middles for e in errors for sign in (-1, 1)
                  if isinstance(m, (int, float)) and isinstance(e, (int, float))}
        return around.union(*map(numbers_of, answer.values()))
    if isinstance(answer, list):
        return set().union(*map(numbers_of, answer))
    if isinstance(answer, str):
        return {float(x) for x in re.findall(r"\d+\.?\d*", answer)}
    return {float(answer)} if isinstance(answer, (int, float)) else set()


def as_number(text):
    try:
        return float(text)
    except ValueError:
        return None


def readable(x):
    """As web/src/dom.ts has it."""
    if x == int(x) and abs(x) < 1e7:
        return f"{x:.0f}"
    if 1e-4 <= abs(x) < 1e7:
        return f"{x:#.4g}".rstrip(".")
    mantissa, exponent = f"{x:.3e}".split("e")
    return f"{mantissa}e{int(exponent):+d}"


DRAWN = """(plot) => {
  const svg = plot.querySelector('svg');
  const number = (one) => Number(one.textContent.replaceAll(',', '').replace('\\u2212', '-'));
  const axes = [...svg.querySelectorAll('.axis')].map((axis) => {
    const texts = [...axis.querySelectorAll('text:not(.title)')];
    const upright = texts[0]?.getAttribute('text-anchor') === 'end';
    return { upright, at: Number(texts[0]?.getAttribute('y') ?? 0),
      logarithmic: axis.querySelector('.title').textContent.includes('logarithmic'),
      ends: [...axis.querySelectorAll('line:not([class])')].flatMap((one) => (upright ? ['y1', 'y2']
        : ['x1', 'x2']).map((end) => Number(one.getAttribute(end)))),
      ticks: texts.map((one) => [number(one),
        Number(one.getAttribute(upright ? 'y' : 'x')) - (upright ? 4 : 0)]) };
  });
  const points = [];
  for (const one of svg.querySelectorAll('.mark, .dot')) {
    if (one.closest('.legend')) continue;
    const moved = /translate\\(([-\\d.e]+),([-\\d.e]+)\\)/.exec(one.getAttribute('transform') ?? '');
    points.push(moved ? [Number(moved[1]), Number(moved[2])]
      : [Number(one.getAttribute('cx')), Number(one.getAttribute('cy'))]);
  }
  for (const one of svg.querySelectorAll('path.line, path.band, path.trained')) {
    if (one.closest('.legend')) continue;
    let [x, y] = [0, 0];
    for (const [, kind, rest] of one.getAttribute('d').matchAll(/([MLHVZvl])([^MLHVZvl]*)/g)) {
      if (kind === 'v' || kind === 'l' || kind === 'Z') continue; // ends and heads of lines
      const given = rest.split(/[ ,]+/).filter(Boolean).map(Number);
      if (kind === 'H') x = given[0];
      else if (kind === 'V') y = given[0];
      else [x, y] = given;
      points.push([x, y]);
    }
  }
  return { axes, points };
}"""


def scale_of(axis):
    """Pixels of a value, by the labels of an axis."""
    (a, x), *_, (b, y) = axis["ticks"]
    if axis["logarithmic"]:
        return lambda v: x + math.log(v / a) / math.log(b / a) * (y - x) if v > 0 else math.inf
    return lambda v: x + (v - a) / (b - a) * (y - x)


def undrawn(drawn, values):
    """The places of marks and lines at which an axis has none of the values. Lines may end where it does."""
    for x, y in drawn["points"]:
        of = [axis for axis in drawn["axes"] if len(axis["ticks"]) > 1]
        below = sorted((one for one in of if not one["upright"] and one["at"] > y), key=lambda one: one["at"])
        for axis, at in [*((one, x) for one in below[:1]), *((one, y) for one in of if one["upright"])]:
            scale = scale_of(axis)
            if not any(abs(place - at) < 0.02 for place in [*axis["ends"], *map(scale, values)]):
                yield at


@pytest.mark.parametrize("name", KINDS)
def test_every_number_is_one_of_the_answer(folder, view, name): # noqa: F811
    path, answer = report(folder, *KINDS[name])
    page = view(path)
    show_all(page)
    page.wait_for_timeout(200)
    there = numbers_of(answer)
    bad = {}

    def judge(title, what, these):
        if these := list(these):
            bad[title, what] = (len(these), these[:3])

    def data_of(box):
        page.wait_for_timeout(200)  # Chromium drops an eleventh download in quick succession
        rows = table_of(downloaded(page, box.get_by_role("button", name="data as CSV")))
        return [[x for key, cell in row.items() if key != "split" and (x := as_number(cell)) is not None]
                for row in rows]

    for box in page.locator("section.tablebox").all():
        title = box.locator("h3").inner_text()
        for values, line in zip(data_of(box), box.locator("tbody tr").all(), strict=True):
            shown = {"–", "none", "", *map(readable, values)}
            judge(title, "not in the answer", set(values) - there)
            judge(title, "not in CSV", (part for cell in line.locator("td.number").all_inner_texts()
                                        for part in re.split(r" … |^[≥≤] ", cell) if part not in shown))
    for figure in page.locator("figure").all():
        title = figure.locator("h4").inner_text()
        values = {x for row in data_of(figure) for x in row}
        if not title.startswith(OF_COUNTS):
            judge(title, "not in the answer", values - there)
        judge(title, "drawn", undrawn(figure.locator(".plot").evaluate(DRAWN), values))
    assert bad == {}
