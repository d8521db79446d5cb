# `make help` lists the targets. PYTHON=python3.12 works in an environment of its own, beside .venv.

VENV := .venv$(if $(PYTHON),-$(notdir $(PYTHON)))
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
LOGS := build/log
FUZZ_SECONDS ?= 60
FUZZ_PYTHON_SECONDS ?= 5
LOCK := $(if $(UPGRADE),--upgrade) --universal --no-strip-extras --generate-hashes --no-emit-index-url --no-header --no-annotate
TSAN_SECONDS ?= 600
THREADED := session.cpp stress.cpp engine.cpp uct.cpp puct.cpp hash.cpp search.cpp batch.cpp montecarlo.cpp control.cpp table.cpp table_check.cpp look_ahead.cpp
CLANG ?= clang++
PYTEST_ARGS ?= -q -n auto
# COVERAGE=1 also measures which branches of Python run; `make coverage` reports what all such runs together have seen.
COVER := $(if $(COVERAGE),--cov=sowfish --cov-branch --cov-append --cov-report=)

# Includes the folders, whose mtime changes when a file is added or removed.
CORE_FILES := CMakeLists.txt native/CMakeLists.txt $(shell find native/include native/src native/bindings)
CPP_FILES := $(shell find native -name '*.hpp' -o -name '*.cpp')
PY_DIRS := $(wildcard src tests benchmarks examples tools)
# The core for browsers: all sources except those that need mmap and files, with an interface for JavaScript.
ENGINE := src/sowfish/web/page/engine
WASM_SOURCES := $(filter-out native/src/system/%,$(shell find native/src native/wasm -name '*.cpp'))
WASM_OBJECTS := $(patsubst native/%.cpp,build/wasm/%.o,$(WASM_SOURCES))
# What no page asks for: only the tests need it.
WASM_UNUSED := $(patsubst %,build/wasm/src/%.o,checker/% play/game_batch search/batch table/table_check)
WASM_TESTS := $(patsubst native/%.cpp,build/wasm/%.o,\
	$(filter-out native/tests/system/%_file.cpp native/tests/system/file_%,$(shell find native/tests -name '*.cpp')))
WASM_CXX = $(BIN)/python -m ziglang c++ -target wasm32-wasi -std=c++20 -fno-exceptions -fno-rtti -msimd128 \
	-Wall -Wextra -Inative -Inative/include -Inative/wasm
export ZIG_GLOBAL_CACHE_DIR ?= $(abspath build/zig)
export ZIG_LOCAL_CACHE_DIR ?= $(ZIG_GLOBAL_CACHE_DIR)
# The system's cmake if there is one, else the one pip puts in the environment.
CMAKE := $(or $(shell command -v cmake 2>/dev/null),$(BIN)/cmake)

# $(call quietly,what is being done,command): one line, with the step of a build on a terminal; the output only if it fails.
quietly = @tools/progress.sh "$(1)" $(LOGS)/$(@F).log "$(subst ",\",$(2))"

# $(call build_native,folder,options): the core without Python, in a folder of its own.
build_native = $(CMAKE) -S native -B build/$(1) $(2) && $(CMAKE) --build build/$(1) --parallel 2
CHECKED := -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG='-O1 -g1'
# Unity build, in half the time. No -Werror: gcc warns about anonymous namespaces in such files.
UNITY := -DCMAKE_UNITY_BUILD=ON -DSOWFISH_WERROR=OFF

# $(call with_node,what is skipped without node,command): run it with the pinned tools, or say why not.
NODE_TOOLS := $(if $(shell command -v npm 2>/dev/null),node_modules/.stamp)
with_node = @if [ -n "$(NODE_TOOLS)" ]; then $(2); else echo "node is not installed: $(1) skipped (on Debian, apt-get install nodejs npm)" >&2; fi

.DELETE_ON_ERROR:
.PHONY: help run serve test lint format bench native-test native-tsan stress fuzz fuzz-python load lock sbom pictures soak interrupts stubs clean docs docs-links docs-links-external packages test-all native-coverage coverage test-slow wasm wasm-test golden site npm

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(VENV)/core ## show the best turn in a worked example
	@$(BIN)/sowfish best "avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9 south"

serve: $(VENV)/core ## open the web board in your browser (SERVE_ARGS="--lan" for a phone)
	@[ -e $(ENGINE)/engine.wasm ] && [ -e $(ENGINE)/data.json ] || \
		{ echo "Building the page's engine, once; this takes a minute or two ..." >&2; $(MAKE) --no-print-directory wasm; }
	@$(BIN)/sowfish serve $(SERVE_ARGS)

test: $(VENV)/core $(VENV)/dev $(NODE_TOOLS) ## run the quick tests (PYTEST_ARGS="-k name" for some)
	$(call with_node,unit tests of the page,npm test --silent >$(LOGS)/page.log || { cat $(LOGS)/page.log; exit 1; })
	@$(BIN)/pytest -m "not slow" $(PYTEST_ARGS) $(COVER)

test-slow: $(VENV)/core $(VENV)/dev ## run the tests that make test leaves out: browsers, clusters, training, notebooks
	@$(BIN)/pytest -m slow $(PYTEST_ARGS) $(COVER)

test-all: $(VENV)/core $(VENV)/dev native-tsan native-coverage ## run all tests, the slow ones too, and measure coverage
	@rm -f .coverage .coverage.*
	@$(MAKE) --no-print-directory test COVERAGE=1
	@$(MAKE) --no-print-directory test-slow COVERAGE=1
	@$(MAKE) --no-print-directory coverage

coverage: $(VENV)/dev ## report the branch coverage of tests run with COVERAGE=1: packages, total, files below 90 %
	@$(BIN)/coverage json --quiet -o $(LOGS)/coverage.json
	@$(BIN)/python tools/coverage_table.py $(LOGS)/coverage.json --fail-under 95

native-coverage: $(CMAKE) $(VENV)/dev ## measure which lines of the core its own tests run: folders, total, files below 90 %
	$(call quietly,Building the C++ tests for coverage,\
		$(call build_native,coverage,$(UNITY) -DCMAKE_BUILD_TYPE=Debug -DSOWFISH_COVERAGE=ON))
	@find build/coverage -name '*.gcda' -delete
	@build/coverage/sowfish_tests
	@$(BIN)/gcovr --root native --filter native/include --filter native/src build/coverage --merge-lines \
		--txt build/coverage/report.txt --json-summary build/coverage/summary.json
	@$(BIN)/python tools/coverage_table.py build/coverage/summary.json --fail-under 95

lint: $(VENV)/core $(VENV)/dev $(NODE_TOOLS) ## check style, types and layers of Python, C++ and JavaScript
	@$(BIN)/ruff check --quiet $(PY_DIRS)
	@$(BIN)/ruff format --quiet --check $(PY_DIRS)
	@$(BIN)/mypy --no-error-summary $(PY_DIRS)
	@$(BIN)/mypy --no-error-summary --platform win32 src
	@$(BIN)/lint-imports >$(LOGS)/imports.log || { cat $(LOGS)/imports.log; exit 1; }
	@$(BIN)/clang-format --dry-run -Werror $(CPP_FILES)
	@$(BIN)/python tools/check_includes.py
	$(call with_node,eslint and the type check of the page,npm run lint --silent)

format: $(VENV)/dev ## rewrite Python and C++ in the project's format
	@$(BIN)/ruff check --quiet --fix-only $(PY_DIRS)
	@$(BIN)/ruff format --quiet $(PY_DIRS)
	@$(BIN)/clang-format -i $(CPP_FILES)

bench: $(VENV)/core ## print speeds and node counts
	@$(BIN)/python -m benchmarks.run

native-test: $(CMAKE) ## test the core alone: optimised, then under ASan and UBSan
	$(call quietly,Building the C++ tests,$(call build_native,release,-DSOWFISH_WERROR=ON) && \
		$(call build_native,sanitize,$(UNITY) $(CHECKED) -DSOWFISH_SANITIZE=address,undefined))
	@build/release/sowfish_tests
	@build/sanitize/sowfish_tests

native-tsan: $(CMAKE) ## test the threads of the core under ThreadSanitizer
	$(call quietly,Building the C++ tests for ThreadSanitizer,\
		$(call build_native,tsan,$(UNITY) $(CHECKED) -DSOWFISH_SANITIZE=thread))
	@TSAN_OPTIONS=halt_on_error=1 timeout $(TSAN_SECONDS) build/tsan/sowfish_tests $(THREADED)

stress: $(CMAKE) ## run 20,000 short sessions on up to 16 threads each (SOWFISH_STRESS=number)
	$(call quietly,Building the C++ tests,$(call build_native,release,-DSOWFISH_WERROR=ON))
	@SOWFISH_STRESS=$${SOWFISH_STRESS:-20000} build/release/sowfish_tests stress.cpp

fuzz: $(CMAKE) ## fuzz the core with libFuzzer for FUZZ_SECONDS a target
	@echo 'extern "C" int LLVMFuzzerTestOneInput() { return 0; }' | \
		$(CLANG) -fsanitize=fuzzer -x c++ - -o /dev/null 2>/dev/null || \
		{ echo "make fuzz needs clang with libFuzzer: on Debian, apt-get install clang libclang-rt-dev" >&2; exit 1; }
	$(call quietly,Building the fuzz targets,$(call build_native,fuzz,-DSOWFISH_FUZZ=ON $(CHECKED) \
		-DSOWFISH_SANITIZE=address,undefined -DCMAKE_CXX_COMPILER=$(CLANG)))
	@for target in $(basename $(notdir $(wildcard native/fuzz/*.cpp))); do \
		mkdir -p build/corpus/$$target; echo "Fuzzing $$target for $(FUZZ_SECONDS) s ..."; \
		build/fuzz/fuzz_$$target -max_total_time=$(FUZZ_SECONDS) -artifact_prefix=build/corpus/ \
			build/corpus/$$target >$(LOGS)/fuzz_$$target.log 2>&1 || { cat $(LOGS)/fuzz_$$target.log; exit 1; }; \
		tail -n 1 $(LOGS)/fuzz_$$target.log; \
	done

	@$(MAKE) --no-print-directory fuzz-python

fuzz-python: $(VENV)/core $(VENV)/dev ## fuzz the readers in Python, FUZZ_PYTHON_SECONDS each
	@folder=$$(mktemp -d) && SOWFISH_DATA=$$folder TMPDIR=$$folder $(BIN)/python -m tests.fuzzing $(FUZZ_PYTHON_SECONDS); \
		code=$$?; rm -rf "$$folder"; exit $$code

load: $(VENV)/core ## measure the web server's latency under attack
	@$(BIN)/python -m benchmarks.load

lock: pyproject.toml requirements/release.in ## write requirements/*.txt, every version with its hashes; needs uv (UPGRADE=1 for the latest)
	@uv pip compile --quiet pyproject.toml --group dev --group docs --extra web --override requirements/override.txt \
		--python-version 3.11 $(LOCK) --output-file requirements/dev.txt
	@uv pip compile --quiet requirements/release.in --python-version 3.12 $(LOCK) --output-file requirements/release.txt

sbom: ## write build/sbom.json, what WHEEL brings when it is installed
	@rm -rf build/sbom && python3 -m venv --without-pip build/sbom
	@python3 -m pip --quiet --python build/sbom/bin/python install '$(WHEEL)[web]'
	@cyclonedx-py environment --output-reproducible --output-file build/sbom.json build/sbom/bin/python

wasm: $(ENGINE)/engine.wasm $(ENGINE)/data.json ## build the engine of the page: the core as WebAssembly, and what is solved

golden: $(VENV)/core wasm ## compare the page's rules, games and values with the package's on random positions (GOLDEN_ARGS="2000 1")
	@$(BIN)/python -m tests.page.golden build/golden.json $(GOLDEN_ARGS)
	@node --test tests/page/golden.test.js >$(LOGS)/golden.log || { cat $(LOGS)/golden.log; exit 1; }

site: $(VENV)/core wasm ## write the page that needs no server to build/site, for any static host
	@$(BIN)/sowfish site build/site

npm: $(VENV)/core wasm ## pack the engine for other pages and for node, in build/npm
	@$(BIN)/python tools/npm_package.py build/npm
	@cd build/npm && npm pack --silent

wasm-test: build/wasm/tests.wasm ## run the C++ tests as WebAssembly, under node
	@node --no-warnings tools/run-wasi.js $<

pictures: $(VENV)/core $(VENV)/dev ## make the pictures in docs/images again; needs Chromium
	@for rules in kalah kalah-empty-capture avalanche avalanche-sweep; do \
		$(BIN)/sowfish solved $$rules --svg docs/images/$$rules.svg; done
	@$(BIN)/sowfish deals --svg docs/images/deals.svg
	@$(BIN)/python tools/figures.py docs/images
	@$(BIN)/python -m tests.web.icons
	@$(BIN)/python -m tests.web.pictures

docs: $(VENV)/core $(VENV)/docs ## build the documentation site in build/docs
	@app=; [ ! -e $(ENGINE)/engine.wasm ] || app="-t app"; $(BIN)/sphinx-build -q -W --keep-going $$app -b html docs build/docs
	@[ ! -e $(ENGINE)/engine.wasm ] || $(BIN)/sowfish site build/docs/app
	@echo "build/docs/index.html"

docs-links: docs ## check every link and anchor inside the documentation site
	@$(BIN)/python tools/check_links.py build/docs

docs-links-external: $(VENV)/core $(VENV)/docs ## ask other hosts for what the documentation links to; needs a network
	@$(BIN)/sphinx-build -q -b linkcheck docs build/linkcheck

packages: wasm ## build the source distribution and the wheels in dist/, and check them
	@tools/packages.sh dist

soak: $(VENV)/core $(VENV)/dev ## compare the core with the reference for a long time
	@$(BIN)/python -m tests.soak

interrupts: $(VENV)/core $(VENV)/dev ## interrupt every command at 1,000 seeded moments, for a quarter of an hour
	@$(BIN)/python -m tests.interrupts

stubs: $(VENV)/core ## write src/sowfish/_core.pyi from the extension
	@$(BIN)/python -m nanobind.stubgen -q -m sowfish._core -o src/sowfish/_core.pyi

clean: ## remove everything that was built, environments included
	rm -rf .venv* build dist .*_cache .hypothesis node_modules

# The environment, in three steps; each leaves a stamp older than whatever it must be redone for.

$(VENV)/tools: pyproject.toml tools/venv.sh
	$(call quietly,Setting up $(VENV),tools/venv.sh $(VENV) $(PYTHON))
	@touch $@

$(VENV)/core: $(VENV)/tools $(CORE_FILES)
	$(call quietly,Building the core,$(PIP) install --verbose --no-build-isolation \
		--config-settings=cmake.define.SOWFISH_WERROR=$(if $(CI),ON,OFF) --editable '.[web]')
	@touch $@

$(VENV)/dev: $(VENV)/tools
	$(call quietly,Installing the test and lint tools,$(PIP) install $(if $(LOCKED),--require-hashes --requirement requirements/dev.txt,--group dev))
	@touch $@

node_modules/.stamp: package.json package-lock.json
	$(call quietly,Installing the JavaScript tools,npm ci)
	@touch $@

$(VENV)/docs: $(VENV)/tools
	$(call quietly,Installing Sphinx,$(PIP) install --group docs)
	@touch $@

$(VENV)/wasm: $(VENV)/tools
	$(call quietly,Installing the WebAssembly compiler,$(PIP) install --group wasm)
	@touch $@

build/wasm/%.o: native/%.cpp $(VENV)/wasm
	@mkdir -p $(@D)
	@$(WASM_CXX) $(WASM_SPEED) -MMD -MP -c $< -o $@

# Only hot code is optimised for speed, the rest for size.
WASM_FAST := src/board/position src/board/turn src/search/searcher src/search/hash src/table/% wasm/%
WASM_SPEED = $(if $(filter $(WASM_FAST),$(basename $(patsubst build/wasm/%,%,$@))),-O3,-Os)

# With names, to sort the functions by, and without.
build/wasm/named.wasm build/wasm/engine.wasm: $(filter-out $(WASM_UNUSED),$(WASM_OBJECTS))
	@$(WASM_CXX) -O2 -mexec-model=reactor $(if $(filter %/engine.wasm,$@),-s) -Wl,-z,stack-size=8388608 $^ -o $@
	@chmod -x $@

# Half as large and just as fast. Sorted by name, the copies of a function for different rules are neighbours, which gzip notices.
WASM_OPT := node_modules/.bin/wasm-opt -O2 --reorder-functions-by-name --strip-debug --enable-simd --enable-bulk-memory \
	--enable-bulk-memory-opt --enable-multivalue --enable-mutable-globals --enable-nontrapping-float-to-int --enable-sign-ext
$(ENGINE)/engine.wasm: build/wasm/engine.wasm build/wasm/named.wasm | $(NODE_TOOLS)
	@mkdir -p $(@D)
	@cp $< $@
	$(call with_node,making the engine smaller,$(WASM_OPT) build/wasm/named.wasm -o $@)

# The tests have their own main; of the JavaScript interface they only need the allocator.
build/wasm/tests.wasm: $(filter-out build/wasm/wasm/%,$(WASM_OBJECTS)) build/wasm/wasm/memory.o $(WASM_TESTS)
	@$(WASM_CXX) -O2 -s -Wl,-z,stack-size=8388608 $^ -o $@

$(ENGINE)/data.json: $(VENV)/core $(wildcard src/sowfish/starts/*.json src/sowfish/starts/data/*.json src/sowfish/players/*.py)
	@$(BIN)/python -m sowfish.web.engine_data $@

-include $(WASM_OBJECTS:.o=.d) $(WASM_TESTS:.o=.d)

$(BIN)/cmake: $(VENV)/tools ;
