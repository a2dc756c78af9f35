"""The browser for all tests of pages, and a page that records requests, messages and errors."""
import contextlib

import pytest
from playwright.sync_api import sync_playwright


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def view(chromium):
    """view(file, width=..., scheme=..., height=...): the page, watched."""
    with contextlib.ExitStack() as stack:
        seen = []

        def opened(path, width=1100, scheme="light", height=900):
            context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
            stack.callback(context.close)
            page = context.new_page()
            own = path.as_uri()
            page.on("console", lambda message: seen.append(f"console: {message.text}"))
            page.on("pageerror", lambda error: seen.append(f"error: {error}"))
            page.on("dialog", lambda dialog: seen.append(f"dialog: {dialog.message}"))
            page.on("request", lambda request: request.url.split("#")[0] == own
                    or request.url.startswith("blob:")
                    or seen.append(f"request: {request.url}"))
            page.goto(own)
            page.wait_for_selector("footer")
            for _ in range(100): # wait_for_function() evaluates text, which the page's policy forbids
                if page.evaluate("[...document.querySelectorAll('.plot')]"
                                 ".every((plot) => !plot.clientWidth || plot.querySelector('svg'))"):
                    break
                page.wait_for_timeout(20)
            return page

        yield opened
        assert seen == []
