# The commands of the project. Each installs the Debian packages that it needs and that are missing. tools/ and CMake
# do the work.
.PHONY: help demo test test-all build install package format bench fuzz web clean
PREFIX ?= /usr/local
MAKEFLAGS += --no-print-directory

help:
	@echo "make demo     build the command line tool and see it at work on real data"
	@echo "make test     what must pass on every change: checks, install, README, tests"
	@echo "make test-all the same, then sanitizers, simulations, wheels, slow tests, fuzzing"
	@echo "make build    the release build with its tests, in build/release"
	@echo "make install  install the tool and the library below PREFIX (/usr/local)"
	@echo "make package  a package for Debian, an archive and wheels for Python, in build/packages"
	@echo "make format   bring all sources into the project's format"
	@echo "make bench    benchmarks, beside the tools one would otherwise use"
	@echo "make fuzz     mutates the corpora of tests/fuzz, two minutes each; FOR=1200 takes longer"
	@echo "make web      the page of reports, built/page.html in web/, after a change there; needs Node"
	@echo "make clean    remove build/"

demo:
	@tools/install-packages build
	@tools/demo

test:
	@tools/install-packages build test package python browser
	@tools/test

test-all:
	@tools/install-packages build test package python browser
	@tools/test all

build:
	@tools/install-packages build test
	@tools/build release

install:
	@tools/install-packages build
	@tools/build shipped
	@cmake --install build/release --prefix "$(PREFIX)"

package:
	@tools/install-packages build package python
	@tools/build shipped
	@cpack --config build/release/CPackConfig.cmake -B build/packages
	@rm -rf build/packages/_CPack_Packages
	@tools/wheels

format:
	@tools/install-packages test
	@tools/format

bench:
	@tools/install-packages build bench
	@tools/build bench
	@bench/run

fuzz:
	@tools/install-packages build test
	@tools/fuzz $(FOR)

web:
	@tools/web

clean:
	@rm -rf build
