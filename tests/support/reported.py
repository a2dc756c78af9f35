"""Runs the unittest cases of a script `[--xml FILE] UNSEEN` and writes their results to FILE for
tools/count-tests."""
import pathlib
import sys
import unittest
import xml.etree.ElementTree as xml


def main(module, name):
    """Sets module.UNSEEN and runs the module's cases. Returns the exit code, 1 if a case failed."""
    arguments = sys.argv[1:]
    report = None
    if arguments[0] == "--xml":
        report, arguments = arguments[1], arguments[2:]
    module.UNSEEN = pathlib.Path(arguments[0]).resolve(strict=True)
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    names = [test.id().split(".", 1)[1] for group in suite for test in group]
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    if report:
        bad = {test.id().split(".", 1)[1]: text for test, text in result.failures + result.errors}
        skipped = {test.id().split(".", 1)[1]: text for test, text in result.skipped}
        cases = xml.Element("testsuite", name=name)
        for case_name in names:
            case = xml.SubElement(cases, "testcase", classname=case_name.split(".")[0],
                                  name=case_name.split(".")[1])
            if case_name in bad:
                xml.SubElement(case, "failure").text = bad[case_name]
            if case_name in skipped:
                xml.SubElement(case, "skipped", message=skipped[case_name])
        pathlib.Path(report).parent.mkdir(parents=True, exist_ok=True)
        xml.ElementTree(cases).write(report)
    return int(not result.wasSuccessful())
