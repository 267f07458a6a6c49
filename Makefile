# `make report` is the main job; `make help` lists the rest.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: help report test check notebooks lab bench record-local record-simulated clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-16s %s\n", $$1, $$2}'

$(READY): pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "agentbench needs Python 3.11 or newer; $(PYTHON) is older: make PYTHON=python3.12" >&2; exit 2; }
	@echo "installing into .venv (once, about a minute)" >&2
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[agents,lab,dev]' 2>&1 | { grep -v 'is neither a file nor a directory' >&2 || true; }
	@$(BIN)/python -c 'import agentbench' && touch $(READY)

report: $(READY) ## replay the default bench, read the recordings, write reports/default/index.html
	@$(BIN)/agentbench run fixtures/benches/default.yaml

test: $(READY) ## run the tests
	@$(BIN)/python -m pytest -n 2

check: $(READY) ## ruff, mypy --strict, import-linter
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

notebooks: $(READY) ## run the notebooks and write them as pages to reports/notebooks/
	@$(BIN)/jupyter nbconvert --to html --execute --log-level WARN --output-dir reports/notebooks notebooks/*.ipynb

lab: $(READY) ## open the notebooks in JupyterLab
	@$(BIN)/jupyter lab notebooks

bench: $(READY) ## measure speed, side by side, as ratios
	@$(BIN)/python -m tests.bench

LOCAL_BENCHES ?= local local-chat local-wires deferral

# AGENTBENCH_LLAMA_SERVER: path of llama.cpp's llama-server; AGENTBENCH_LLAMA_MODELS: folder of the GGUF files that
# fixtures/local/models.yaml names. Cells that have a cassette are skipped, and an interrupted one goes on.
record-local: $(READY) ## record what is missing from local models through llama.cpp's server
	@$(BIN)/python -m agentbench.harness.local --resume $(LOCAL_BENCHES:%=fixtures/benches/%.yaml)

SIMULATED_MODE ?= once
SIMULATED_ONLY ?=

# Cells that have a cassette are replayed, an interrupted one goes on. After a change of prompts: SIMULATED_MODE=rewrite;
# a part: SIMULATED_ONLY="--scenario recall".
record-simulated: $(READY) ## make wide.yaml's cassettes (not committed) with simulated providers
	@$(BIN)/agentbench run fixtures/benches/wide.yaml --record-mode $(SIMULATED_MODE) --simulate --resume --accept --no-recordings $(SIMULATED_ONLY)

accuracy: $(READY) ## predictions against the recordings in ../shared, to reports/accuracy/
	@$(BIN)/python -m tests.measure.accuracy ../shared/data/corpus -o reports/accuracy

clean: ## remove .venv and generated reports
	rm -rf .venv reports/default
