"""Pages of all kinds by keyboard alone, and on paper."""
import pytest

from looks_test import KINDS, folder  # noqa: F401
from report_test import pages_of, report, unfold

pytestmark = pytest.mark.slow

# What a keyboard has to reach: each of these but the radio buttons that are not chosen.
WANTED = """() => {
  const all = [...document.querySelectorAll('a, button, input, summary, [tabindex="0"]')];
  window.wanted = new Set(all.filter((one) => one.checkVisibility()
    && !(one.type === 'radio' && !one.checked)));
  window.unseen_by_eye = [];
  document.addEventListener('focusin', (event) => {
    window.wanted.delete(event.target);
    const { outlineStyle, outlineWidth } = getComputedStyle(event.target);
    if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2)
      window.unseen_by_eye.push(event.target.outerHTML.slice(0, 120));
  });
}"""


@pytest.fixture(scope="module", params=KINDS)
def kind(request, folder):  # noqa: F811
    """The page of a kind."""
    return report(folder, *KINDS[request.param])[0]


def test_the_keyboard_reaches_everything(view, kind):
    """Tab reaches each link, button, field, fold, table and picture, shows where it is, and ends."""
    page = view(kind)
    unfold(page)
    page.wait_for_timeout(100)
    page.evaluate(WANTED)
    count = page.evaluate("window.wanted.size")
    for _ in range(count):
        page.keyboard.press("Tab")
    assert page.evaluate("[...window.wanted].map((one) => one.outerHTML.slice(0, 120))") == []
    assert page.evaluate("window.unseen_by_eye") == []
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement === document.body")  # no trap
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement !== document.body")


def test_the_keyboard_does_everything(view, kind):
    """Folds open, columns sort, filters filter, thresholds move, and pictures say their values."""
    page = view(kind)
    closed = page.locator("details:not([open]) > summary")
    for left in range(closed.count())[::-1]:
        closed.first.focus()
        page.keyboard.press("Enter")
        assert closed.count() == left
    page.wait_for_timeout(200)
    for sort in page.locator(".sort").all():
        sort.focus()
        page.keyboard.press("Space")
        assert sort.evaluate("(one) => one.closest('th').getAttribute('aria-sort')") == "ascending"
    for words in page.get_by_role("searchbox").all():
        words.focus()
        page.keyboard.type("no such row")
        left = words.locator("xpath=..").locator("output")
        assert left.inner_text().startswith("0 of ")
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.press("Delete")
    for slider in page.locator("input[type=range]").all():
        before = slider.input_value()
        slider.focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        assert slider.input_value() != before
    for plot in page.locator(".plot:visible").all():
        plot.focus()
        page.wait_for_timeout(50) # a page that scrolls hides what a picture says
        marks = plot.locator(":scope > svg :is(.mark, .dot)").count()
        said = set()
        page.keyboard.press("Home")
        for _ in range(min(marks, 12)):
            assert page.locator("#tip").is_visible(), plot.get_attribute("aria-label")
            said.add(page.locator("#tip").inner_text() + plot.locator(".ring").evaluate(
                "(one) => one.getAttribute('cx') + one.getAttribute('cy')"))
            page.keyboard.press("ArrowRight")
        assert len(said) >= min(marks, 2), plot.get_attribute("aria-label")
        page.keyboard.press("Escape")
        assert not page.locator("#tip").is_visible()


def test_paper_has_little_besides_the_tables(view, kind):
    """At most 1.5 times the sheets of the tables, or two. The main picture has a drawing for paper."""
    page = view(kind)
    whole = pages_of(page)
    assert page.locator("article > figure svg.on-paper").count() == page.locator("article > figure").count()
    page.evaluate("document.querySelectorAll('article > :not(.tablebox), footer, header')"
                  ".forEach((one) => one.remove())")
    assert whole <= max(1.5 * pages_of(page), 2)
