# `make help` lists the targets. PYTHON=python3.12 works in an environment of its own, beside .venv.

VENV := .venv$(if $(PYTHON),-$(notdir $(PYTHON)))
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
LOGS := build/log
WERROR := $(if $(CI),ON,OFF)
FUZZ_SECONDS ?= 60
CLANG ?= clang++
PYTEST_ARGS ?= -q -n auto

CORE_FILES := CMakeLists.txt $(shell find native -type f -not -path 'native/tests/*' -not -path 'native/fuzz/*')
CPP_FILES := $(shell find native -name '*.hpp' -o -name '*.cpp')
PY_DIRS := $(wildcard src tests benchmarks)
# The system's cmake if there is one, else the one pip puts in the environment.
CMAKE := $(or $(shell command -v cmake),$(BIN)/cmake)

# $(call quietly,what is being done,command): one line now, the command's output only if it fails.
quietly = @mkdir -p $(LOGS); echo "$(1) ..." >&2; \
	{ $(2); } >$(LOGS)/$(@F).log 2>&1 || { cat $(LOGS)/$(@F).log >&2; exit 1; }

.DELETE_ON_ERROR:
.PHONY: help run test lint format bench native-test fuzz soak stubs clean

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

run: $(VENV)/core ## show the best turn in a worked example
	@$(BIN)/sowfish best "avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9 south"

test: $(VENV)/core $(VENV)/dev ## run the tests (PYTEST_ARGS="-k name" for some)
	@$(BIN)/pytest $(PYTEST_ARGS)

lint: $(VENV)/core $(VENV)/dev ## check style, types, layers and C++ format
	@$(BIN)/ruff check --quiet $(PY_DIRS)
	@$(BIN)/ruff format --quiet --check $(PY_DIRS)
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports >$(LOGS)/imports.log || { cat $(LOGS)/imports.log; exit 1; }
	@$(BIN)/clang-format --dry-run -Werror $(CPP_FILES)

format: $(VENV)/dev ## rewrite Python and C++ in the project's format
	@$(BIN)/ruff check --quiet --fix-only $(PY_DIRS)
	@$(BIN)/ruff format --quiet $(PY_DIRS)
	@$(BIN)/clang-format -i $(CPP_FILES)

bench: $(VENV)/core ## print speeds and node counts
	@$(BIN)/python -m benchmarks

native-test: $(CMAKE) ## test the core alone: optimised, then under ASan and UBSan
	$(call quietly,Building the C++ tests,$(build_native_tests))
	@build/native-release/sowfish_tests
	@build/native-sanitize/sowfish_tests

define build_native_tests
$(CMAKE) -S native -B build/native-release -DSOWFISH_WERROR=ON && \
$(CMAKE) --build build/native-release --parallel 2 && \
$(CMAKE) -S native -B build/native-sanitize -DSOWFISH_WERROR=ON -DCMAKE_BUILD_TYPE=Debug \
	-DCMAKE_CXX_FLAGS=-O1 '-DSOWFISH_SANITIZE=address,undefined' && \
$(CMAKE) --build build/native-sanitize --parallel 2
endef

fuzz: $(CMAKE) ## fuzz the core with libFuzzer for FUZZ_SECONDS a target
	@command -v $(CLANG) >/dev/null || \
		{ echo "make fuzz needs clang with libFuzzer: apt-get install clang libclang-rt-dev" >&2; exit 1; }
	$(call quietly,Building the fuzz targets,$(build_fuzz_targets))
	@for target in build/fuzz/fuzz_*; do \
		[ -x $$target ] && [ -f $$target ] || continue; \
		corpus=build/fuzz/corpus/$${target##*/fuzz_}; mkdir -p $$corpus; \
		$$target -max_total_time=$(FUZZ_SECONDS) -artifact_prefix=build/fuzz/ -print_final_stats=1 $$corpus || exit 1; \
	done

define build_fuzz_targets
$(CMAKE) -S native -B build/fuzz -DCMAKE_CXX_COMPILER=$(CLANG) -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS=-O1 \
	-DSOWFISH_TESTS=OFF -DSOWFISH_FUZZ=ON '-DSOWFISH_SANITIZE=address,undefined' && \
$(CMAKE) --build build/fuzz --parallel 2
endef

soak: $(VENV)/core $(VENV)/dev ## compare the core with the reference for a long time
	@$(BIN)/python -m tests.soak

stubs: $(VENV)/core ## write src/sowfish/_core.pyi from the extension
	@$(BIN)/python -m nanobind.stubgen -q -m sowfish._core -o src/sowfish/_core.pyi

clean: ## remove everything that was built, environments included
	rm -rf .venv* build dist .*_cache .hypothesis

# The environment, in four steps; each stamp is older than what it must be redone for.

$(VENV)/bin/python:
	$(call quietly,Setting up $(VENV),tools/venv.sh $(VENV) $(PYTHON))

$(VENV)/tools: pyproject.toml | $(VENV)/bin/python
	$(call quietly,Installing the build tools,$(install_tools))
	@touch $@

# What an isolated build would install, kept in the environment so that a rebuild is incremental and offline.
define install_tools
$(PIP) install --upgrade 'pip>=25.1' && \
$(PIP) install $$($(BIN)/python -c 'import tomllib; \
	print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])') && \
$(PIP) install pip $$($(BIN)/python -c 'import scikit_build_core.build as build; \
	print(*build.get_requires_for_build_editable())')
endef

$(VENV)/core: $(VENV)/tools $(CORE_FILES)
	$(call quietly,Building the core,$(PIP) install --no-build-isolation \
		--config-settings=cmake.define.SOWFISH_WERROR=$(WERROR) --editable .)
	@touch $@

$(VENV)/dev: $(VENV)/tools
	$(call quietly,Installing the test and lint tools,$(PIP) install --group dev)
	@touch $@

ifeq ($(CMAKE),$(BIN)/cmake)
$(CMAKE): $(VENV)/tools
	@test -x $@ || $(PIP) install --quiet cmake
	@touch $@
endif
