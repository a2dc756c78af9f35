"""unseen.run: on this machine, in processes, and on a real Dask scheduler whose workers are killed."""
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest
from sklearn.datasets import load_iris, load_wine

import unseen
from unseen import _machines

EXPERIMENT = """
estimators = ["cv:folds=10,repeats=%d", "bootstrap:samples=20"]
[[data]]
path = "*.csv"
[[learner]]
spec = "knn"
k = [1, 5]
[[learner]]
name = "bayes"
spec = "naive-bayes"
[[learner]]
spec = "tree"
"""


def write(folder, repeats=5):
    for name, data in (("iris", load_iris(as_frame=True)), ("wine", load_wine(as_frame=True))):
        data.frame.assign(target="c" + data.target.astype(str)).to_csv(folder / f"{name}.csv", index=False)
    (folder / "e.toml").write_text(EXPERIMENT % repeats)
    return folder / "e.toml"


@pytest.fixture
def experiment(tmp_path):
    return write(tmp_path)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The answer of a run on this machine, which every other way must reproduce byte for byte."""
    folder = tmp_path_factory.mktemp("whole")
    return unseen.run(write(folder), folder / "local.db")


def same(found, whole):
    answers = [r.to_dict() for r in (found, whole)]
    for answer in answers:
        answer.pop("experiment")  # its path
    assert answers[0] == answers[1]


def test_json_is_that_of_the_command_line(experiment, tmp_path):
    found = unseen.run(experiment, tmp_path / "a.db")
    command = ["unseen", "run", str(experiment), "--store", str(tmp_path / "b.db"), "--format", "json",
               "--quiet"]
    assert found.to_json() == subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert list(found) == ["iris.csv", "wine.csv"] and len(found) == 2
    assert found["iris.csv"][0].value < 0.1 and "bayes" in {e.learner for e in found["wine.csv"]}
    assert set(found.to_pandas()["data"]) == {"iris.csv", "wine.csv"}
    with pytest.raises(KeyError, match="iris.csv"):
        found["glass.csv"]
    with pytest.raises(ValueError, match="submit"):
        unseen.run(experiment, tmp_path / "a.db", client=3)
    with pytest.raises(OSError, match="none.toml"):
        unseen.run(tmp_path / "none.toml", tmp_path / "a.db")


@pytest.mark.parametrize("kind", [ProcessPoolExecutor, ThreadPoolExecutor])
def test_any_executor(kind, experiment, tmp_path, whole):
    with kind(2) as client:
        same(unseen.run(experiment, tmp_path / "s.db", client=client, parts=7), whole)
        assert subprocess.run(["unseen", "store", "check", str(tmp_path / "s.db")],
                              capture_output=True).returncode == 0
        described = _machines._engine.read_experiment(str(experiment), None)
        # a second run sends nothing
        assert _machines._engine.missing_shards(described, str(tmp_path / "s.db"), 16) == []


def test_a_pool_whose_process_is_killed_loses_nothing(experiment, tmp_path, whole):
    with ProcessPoolExecutor(1) as client:
        watched = Watched(client, lambda: os.kill(next(iter(client._processes)), signal.SIGKILL), 2)
        with pytest.raises(RuntimeError, match="after [2-9] of 9 parts .*continues from here"):
            unseen.run(experiment, tmp_path / "s.db", client=watched, parts=9)
    same(unseen.run(experiment, tmp_path / "s.db"), whole)


def test_parts_do_each_fit_once(experiment, tmp_path, whole):
    described = _machines._engine.read_experiment(str(experiment), None)
    for index in (3, 1, 4, 2):
        (tmp_path / f"{index}.part").write_bytes(_machines.do_part(described, index, 4))
        _machines._engine.merge(str(tmp_path / "s.db"), [str(tmp_path / f"{index}.part")])
        left = _machines._engine.missing_shards(described, str(tmp_path / "s.db"), 4)
        assert index not in left
    assert left == []
    same(unseen.run(experiment, tmp_path / "s.db"), whole)
    assert [_machines.parts_for(s) for s in (0, 1, 3, 100, 1e9)] == [1, 1, 4, 128, 4096]


def test_bad_input_of_a_part_is_told(experiment, tmp_path):
    with ThreadPoolExecutor(1) as client:
        described = _machines._engine.read_experiment(str(experiment), None)
        (tmp_path / "iris.csv").write_text("a,b\n1,\n")
        with pytest.raises(ValueError, match="iris.csv"):
            unseen.run(experiment, tmp_path / "s.db", client=client, parts=2)
        assert described


class Cluster:
    """A Dask scheduler and workers, each in its own process."""

    def __init__(self, folder, workers):
        self.address = f"tcp://127.0.0.1:{20000 + os.getpid() % 20000}"
        self.folder = folder
        self.scheduler = self.start("distributed.cli.dask_scheduler", "--port", self.address.split(":")[-1],
                                    "--no-dashboard")
        self.workers = [self.worker() for _ in range(workers)]

    def start(self, *words):
        return subprocess.Popen([sys.executable, "-m", *words], stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, cwd=self.folder)

    def worker(self):
        return self.start("distributed.cli.dask_worker", self.address, "--nthreads", "1", "--no-dashboard",
                          "--no-nanny", "--nworkers", "1")

    def end(self):
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path):
    made = Cluster(tmp_path, 3)
    yield made
    made.end()


def client_of(cluster):
    from distributed import Client

    client = Client(cluster.address, timeout=60)
    client.wait_for_workers(3, timeout=60)
    return client


class Watched:
    """A client that acts when some parts have been sent and answered."""

    def __init__(self, client, act, after):
        self.client, self.act, self.left = client, act, after

    def submit(self, *arguments):
        future = self.client.submit(*arguments)

        class Answer:
            def result(_):
                answer = future.result()
                self.left -= 1
                if self.left == 0:
                    self.act()
                return answer

            def cancel(_):
                return future.cancel()

        return Answer()


def test_a_worker_that_is_killed_costs_its_parts(cluster, experiment, tmp_path, whole):
    with client_of(cluster) as client:

        def kill_one_and_add_one():
            cluster.workers[0].send_signal(signal.SIGKILL)
            cluster.workers.append(cluster.worker())

        same(
            unseen.run(experiment, tmp_path / "s.db", client=Watched(client, kill_one_and_add_one, 3),
                       parts=16), whole)


def test_a_scheduler_that_is_killed_loses_nothing(cluster, experiment, tmp_path, whole):
    store = tmp_path / "s.db"
    client = client_of(cluster)
    with pytest.raises(RuntimeError, match="continues from here"):
        unseen.run(experiment, store,
                   client=Watched(client, lambda: (cluster.scheduler.kill(), time.sleep(1)), 3), parts=16)
    client.close(timeout=1)
    described = _machines._engine.read_experiment(str(experiment), None)
    assert len(_machines._engine.missing_shards(described, str(store), 16)) <= 13
    same(unseen.run(experiment, store), whole)
