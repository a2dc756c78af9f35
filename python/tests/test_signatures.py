"""Signatures and docstrings have the options of the engine's tables, and stubs what the engine has."""
import ast
import importlib.machinery
import importlib.util
import inspect
import pathlib
import re

import pytest
import unseen
import unseen.sklearn
from unseen import _engine
from unseen._fields import CALLS

TOOL = pathlib.Path(__file__).parents[2] / "tools/python-signatures"


def test_the_sources_are_what_the_tool_writes():
    loader = importlib.machinery.SourceFileLoader("python_signatures", str(TOOL))
    tool = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(tool)
    text = tool.FILE.read_text(encoding="utf-8")
    for function in tool.FUNCTIONS:
        assert tool.written(text, function) == text, f"{function}(): run tools/python-signatures"


@pytest.mark.parametrize("function", CALLS)
def test_every_field_is_an_argument_and_explained(function):
    call = CALLS[function]
    made = getattr(unseen, function)
    names = [call.argument(field) for field in call.fields()]
    assert names and len(set(names)) == len(names)
    for name in names:
        assert inspect.signature(made).parameters[name].kind is inspect.Parameter.KEYWORD_ONLY
        assert f"\n    {name}: " in made.__doc__


def test_a_state_made_of_files_has_every_role(tmp_path):
    path = tmp_path / "f.csv"
    path.write_text("truth,predicted,fold\na,a,1\nb,b,1\na,b,2\nb,b,2\na,a,3\nb,a,3\n")
    folds = unseen.score_files([path], split="fold", train_rows=2, positive="b", measures=["error_rate"])
    y, p, f = zip(*(line.split(",") for line in path.read_text().split()[1:]))
    rows = unseen.score(y, y_pred=p, split=f, train_rows=2, measures=["error_rate"])
    every = unseen.score(y, y_pred=p, split=f, measures=["error_rate"])
    assert folds.to_dict()["measures"] == rows.to_dict()["measures"] != every.to_dict()["measures"]


def test_fewer_training_rows_widen_a_comparison():
    y = [0, 1, 1, 0, 1, 0] * 6
    models = {"A": [(i * 7) % 11 / 11 for i in range(36)], "B": [(i * 5) % 13 / 13 for i in range(36)]}
    folds = [i // 6 for i in range(36)]

    def length(**options):
        made = unseen.compare(y, models, split=folds, measures=["roc_auc"], **options)
        interval = made.to_dict()["comparisons"][0]["interval"]
        return interval["upper"] - interval["lower"]

    assert length(train_rows=12) > length()
    with pytest.raises(ValueError, match="train_rows= needs split="):
        unseen.compare(y, models, train_rows=12)


def test_every_public_name_has_an_example():
    for module in (unseen, unseen.metrics, unseen.sklearn):
        for name in module.__all__:
            about = inspect.getdoc(getattr(module, name)) or ""
            without = ("CLASSES", "RunResult")  # the example of the result is that of run()
            assert ">>>" in about or name in without, f"{module.__name__}.{name}"


def test_every_property_and_method_is_explained():
    for made in filter(inspect.isclass, map(vars(unseen).get, unseen.__all__)):
        for name, member in vars(made).items():
            if not name.startswith("_") and (callable(member) or isinstance(member, property)):
                assert member.__doc__, f"{made.__name__}.{name}"


def test_the_stub_of_the_engine_has_its_names_and_numbers_of_arguments():
    stub = ast.parse((pathlib.Path(unseen.__file__).parent / "_engine.pyi").read_text(encoding="utf-8")).body
    names = {name for one in stub
             if (name := getattr(one, "name", None) or getattr(getattr(one, "target", None), "id", None))}
    assert names == {name for name in dir(_engine) if not name.startswith("_")}
    for function in stub:
        if isinstance(function, ast.FunctionDef):
            made, = (signature for signature, *_ in getattr(_engine, function.name).__nb_signature__)
            assert len(re.findall(r"\b\w+: ", made)) == len(function.args.args), function.name


def test_results_declare_a_method_for_each_format():
    forms = [f"to_{name}" for name, _ in _engine.formats()]
    declared = [name for name in unseen.Result.__annotations__ if name.startswith("to_")]
    assert declared == forms
    assert all(f"``{form}()``" in unseen.Result.__doc__ for form in forms)
