# Everything a newcomer needs: `make play` and `make test` set themselves up, with uv where there is one, else with venv
# and pip. Nothing is installed twice, and nothing outside this folder is touched.

PYTHON ?= python3
BIN := .venv/bin
UV := $(shell command -v uv 2>/dev/null)
ifdef UV
  VENV = uv venv --quiet --allow-existing --python "$(PYTHON)" .venv
  INSTALL = VIRTUAL_ENV=.venv uv pip install --quiet
else
  VENV = "$(PYTHON)" -m venv .venv
  INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
endif

# What one command alone needs: a group of pyproject.toml, whose versions are in requirements/.
GROUPS := bench docs hardware pico release
EXPORT = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url $(ARGS)

# What is compiled where there is a C compiler; PEARLBOARD_COMPILE=no leaves it, =must insists.
SEARCH := controller/pearlboard/games/perladora/players
COMPILED := hatch_build.py $(SEARCH)/compiled.py $(foreach types,$(wildcard $(SEARCH)/*.pxd),$(types) $(types:.pxd=.py))

# What checks the types of the pages' JavaScript. Nothing else needs Node.js.
JS := tools/js

# What a card is made of, as `make deb` puts it there.
CARD_DEB := dist/pearlboard_*~deb13_arm64.deb
CARD_ROOT = $(PYTHON) packaging/image.py --root $(if $(MIRROR),--mirror "$(MIRROR)")

# The chip for `make pico` and `make twin`. Nothing else needs it.
EMULATOR := tests/firmware/emulator

# Browsers and services are waited for, so there is work for three on two cores.
WORKERS ?= $(shell echo $$(( ($$(nproc 2>/dev/null || echo 2) * 3 + 1) / 2 )))

# What Python compiles is kept, whoever says otherwise: hundreds of processes of the tests would compile it anew.
unexport PYTHONDONTWRITEBYTECODE

# What `make soak` adds to pytest: tests take their long form, and have hours.
LONG := --soak --timeout 14400 -o faulthandler_timeout=15000

.PHONY: play dev house train quick test check shots bench soak reliability mutants pico twin arm64 wheels deb deb-hub repository image image-lock image-test image-soak dist site hardware check-hardware \
  hardware-mutants hardware-release kicad lock century clean help

help: ## say what can be made
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

play: .venv/.runs ## play on the simulated board: prints its address and opens its page
	@$(BIN)/pearlboard play $(ARGS)

dev: .venv/.tests ## play as `make play` does; a change of the program restarts it, and open pages reload themselves
	@$(BIN)/python tools/dev.py $(ARGS)

quick: .venv/.tests ## run the tests of what is pure, and whatever else is fast
	@$(BIN)/pytest -n auto -m "not slow" $(ARGS)

test: .venv/.tests ## run the whole test suite
	@$(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder $(ARGS)

check: .venv/.tests $(JS)/node_modules/.made ## lint, types of Python and JavaScript, which way the imports point, how complex a function may be
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(JS)/node_modules/.bin/tsc --project $(JS)
	node $(JS)/floor.mjs
	node $(JS)/styles.mjs
	node $(JS)/markup.mjs
	$(BIN)/pytest tests/test_structure.py

house: .venv/.tests ## a hub with PostgreSQL and Mosquitto, and five tables that play a tournament, for a browser to look at: ARGS="--rounds 5 --pause 1" (needs postgresql, mosquitto)
	@$(BIN)/python tools/house.py $(ARGS)

train: .venv/.tests ## learn anew what face-down Divers are probably worth, from games of the computers (minutes): ARGS="--games 600"
	@$(BIN)/python tools/train.py $(ARGS)

shots: .venv/.tests ## photograph every phase of every game at seven sizes, into build/shots/index.html: ARGS="--only pearls --languages de"
	@$(BIN)/python tests/e2e/shots.py $(ARGS)

bench: .venv/.bench ## measure speed and memory
	@for bench in benchmarks/bench_*.py; do echo "== $$bench"; $(BIN)/python $$bench || exit 1; done

century: .venv/.tests ## let nights of a whole table pass in virtual time, by number: ARGS="--minutes 60 --twice --pairs"
	@PYTHONPATH=tests $(BIN)/python tests/century/night.py $(ARGS)

soak: .venv/.tests ## play hundreds of games with faults, kill, cut the power at 10,000 moments, and write docs/reliability.md and docs/mutants.md (hours)
	$(BIN)/python benchmarks/soak.py $(ARGS)
	BROWSER=chromium $(BIN)/pytest --soak --timeout 3600 -o faulthandler_timeout=3900 -m soak
	BROWSER=chromium $(BIN)/pytest --soak --timeout 3600 -o faulthandler_timeout=3900 -m "long and not soak and not reliability"
	$(MAKE) reliability
	$(MAKE) mutants ARGS="--write docs/mutants.md"

reliability: .venv/.tests ## run what docs/reliability.md is made of, in its long form, and write it (hours); ONLY="FILES": these rows anew
ifdef ONLY
	-$(BIN)/pytest $(LONG) --junitxml=build/reliability.xml $(ONLY)
	$(BIN)/python benchmarks/reliability.py build/reliability.xml --keep --write docs/reliability.md
else
	-$(BIN)/pytest $(LONG) --junitxml=build/reliability.xml -m "reliability and not parallel"
	-$(BIN)/pytest $(LONG) --junitxml=build/worlds.xml -n auto -m "reliability and parallel"
	$(BIN)/python benchmarks/reliability.py build/reliability.xml build/worlds.xml --write docs/reliability.md
endif

mutants: .venv/.tests ## put small mistakes into the program, and see whether the tests notice: ARGS="store --many 60"
	$(BIN)/python benchmarks/mutants.py $(ARGS)

pico: .venv/.pico $(EMULATOR)/node_modules/.made ## run the firmware on an emulated Pico: FIRMWARE=RPI_PICO-….uf2 [BOOTROM=b1.bin] [ONLY=load] (needs Node.js)
	PYTHONPATH=tests $(BIN)/python tests/firmware/emulation.py "$(FIRMWARE)" "$(BOOTROM)" "$(ONLY)"

twin: .venv/.pico $(EMULATOR)/node_modules/.made ## play the whole table at an emulated Pico and a modelled Pi: FIRMWARE=RPI_PICO-….uf2 [BOOTROM=b1.bin] [ARGS="--seed 3 --board pi"] (needs Node.js)
	FIRMWARE="$(FIRMWARE)" BOOTROM="$(BOOTROM)" PYTHONPATH=tests $(BIN)/python tests/twin/play.py $(ARGS)

arm64: .venv/.tests ## install and play in an arm64 Debian under qemu-user (needs root, debootstrap, qemu-user-static)
	$(BIN)/python tests/support/arm64.py $(ARGS)

wheels: .venv/.tests ## build wheels for x86-64 and aarch64, Python 3.11 and 3.13 (needs root, debootstrap, qemu-user-static)
	$(BIN)/python tests/support/wheels.py $(ARGS)

deb: .venv/.tests ## build Debian packages for bookworm and trixie, amd64 and arm64, into dist/ (needs what `make wheels` needs)
	$(BIN)/python packaging/deb.py $(ARGS)

deb-hub: .venv/.tests ## the same of a house's hub (docs/club.md), which PostgreSQL is tried with
	$(BIN)/python packaging/deb.py --hub $(ARGS)

repository: ## lay the packages in dist/ out as an apt repository, signed with KEY=… (needs apt-utils and gpg)
	@$(PYTHON) packaging/repository.py $(KEY)

image: ## build a card's image, dist/pearlboard.img, and first the package in it: [DEB=…] [KEY=pearlboard.gpg] [REPOSITORY=http://…] [MIRROR=http://…/{archive}] (needs root, debootstrap, qemu-user-static, mtools, dosfstools, apt)
	@[ -n "$(DEB)" ] || ls $(CARD_DEB) >/dev/null 2>&1 || { $(CARD_ROOT) & root=$$!; $(MAKE) deb ARGS="--unproven trixie-arm64" && wait $$root; }
	@$(PYTHON) packaging/image.py $(DEB) $(if $(KEY),--key "$(KEY)") $(if $(REPOSITORY),--repository "$(REPOSITORY)") $(if $(MIRROR),--mirror "$(MIRROR)") $(ARGS)

image-lock: ## pin the packages of Debian that a card's system is made of, as they are today (needs apt)
	@$(PYTHON) packaging/image_lock.py $(MIRROR)

image-test: .venv/.tests ## start the image on QEMU's virt with 512 MB and its raspi3b, play, cut the power, go on; build it first where there is none (needs qemu-system-arm, qemu-utils, mtools, and what `make image` needs)
	@$(if $(findstring --image,$(ARGS)),:,[ -e dist/pearlboard.img ] || $(MAKE) image ARGS=)
	$(BIN)/python tests/support/booted.py $(ARGS)

image-soak: .venv/.tests ## the image's Wi-Fi, with radios that the kernel makes up, and its updates in QEMU (needs what `make image-test` needs, and gpg, apt-utils)
	$(BIN)/python tests/support/soaked.py $(ARGS)

dist: .venv/.release ## build sources and wheel into dist/, with lists of what is in them and the sums of all that lies there
	@$(BIN)/python tools/dist.py

site: .venv/.docs ## build the documents as a site of plain files, build/site, and stop at any warning
	@$(BIN)/sphinx-build --fresh-env --quiet --fail-on-warning --keep-going --conf-dir docs . build/site
	@echo "build/site/index.html"

hardware: .venv/.tests ## draw and list the board anew, from the sizes in hardware/sizes.toml, and compute its magnets' fields
	$(BIN)/python -m hardware.generate
	@$(BIN)/python -m hardware.magnetics > /dev/null

check-hardware: .venv/.hardware ## judge what the circuits must be, compute wires, read the Gerbers back, let KiCad check the boards, and plant faults (needs ngspice and KiCad 9: `make kicad`)
	$(BIN)/python -m hardware.generate --check
	$(BIN)/python -m hardware.function
	$(BIN)/python -m hardware.spice
	$(BIN)/python -m hardware.readback
	PLANT_FAULTS=1 $(BIN)/pytest tests/hardware/test_spice.py tests/hardware/test_readback.py tests/hardware/test_panel.py
	$(BIN)/python -m hardware.kicad_check

hardware-mutants: .venv/.tests ## plant over a hundred faults into copies of the circuits, and say which law finds each (half an hour): ARGS="--only poles" (KiCad finds some more: `make kicad`)
	$(BIN)/python -m hardware.mutants $(ARGS)

hardware-release: .venv/.tests ## pack everything that a maker orders from, parcel by parcel, into build/pearlboard-hardware.zip
	$(BIN)/python -m hardware.release

kicad: .venv/.tests ## let KiCad 9 check the boards and their schematics (where it is not installed: needs root and debootstrap)
	$(BIN)/python -m hardware.kicad_check --make

lock: .venv/.tests ## write requirements/ from pyproject.toml, with the versions that are pinned, and check it; ARGS=--upgrade: with newer ones (needs uv)
	$(EXPORT) pyproject.toml --group build -o requirements/run.txt
	$(EXPORT) pyproject.toml --group build --extra mqtt -c requirements/run.txt -o requirements/mqtt.txt
	$(EXPORT) pyproject.toml --group build --extra mqtt --extra pi -c requirements/mqtt.txt -o requirements/pi.txt
	$(EXPORT) pyproject.toml --group build --extra mqtt --extra hub --extra hub-swiss -c requirements/mqtt.txt -o requirements/hub.txt
	for lights in pwm pwm-pi5; do $(EXPORT) pyproject.toml --group build --extra mqtt --extra pi --extra $$lights -c requirements/pi.txt \
	  -o requirements/$$lights.txt || exit 1; done
	$(EXPORT) --group tests -c requirements/pi.txt -c requirements/hub.txt -o requirements/tests.txt
	for group in $(GROUPS); do $(EXPORT) --group $$group -c requirements/run.txt -c requirements/tests.txt \
	  -o requirements/$$group.txt || exit 1; done
	$(BIN)/pytest tests/test_requirements.py

clean: ## remove the environment and what tools left
	rm -rf .venv $(JS)/node_modules $(EMULATOR)/node_modules build dist $(SEARCH)/extensions .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

.venv/.made:
	@command -v "$(PYTHON)" >/dev/null || { echo "Python is missing: install python3, 3.11 or newer" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is too old: 3.11 or newer is needed (make PYTHON=python3.11 …)" >&2; exit 1; }
ifndef UV
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo "Python's venv is missing: on Debian, sudo apt install python3-venv" >&2; exit 1; }
endif
	@echo "Making an environment in .venv ..."
	@$(VENV)
	@touch $@

.venv/.runs: .venv/.made requirements/run.txt pyproject.toml $(COMPILED)
	@echo "Installing what the program needs ..."
	@$(INSTALL) --require-hashes -r requirements/run.txt
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@$(BIN)/python -c 'from pearlboard.games.perladora.players import kernel; kernel.__file__.endswith(".py") and \
	  print("The computer player will think slowly: its search could not be compiled. docs/operating.md says what compiles it.")'
	@touch $@

.venv/.%: requirements/%.txt .venv/.runs
	@echo "Installing requirements/$*.txt ..."
	@$(INSTALL) --require-hashes -r $<
	@touch $@

$(GROUPS:%=.venv/.%): .venv/.tests

$(JS)/node_modules/.made: $(JS)/package-lock.json $(JS)/.npmrc
	@command -v node >/dev/null && command -v npm >/dev/null || { \
	  echo "Node.js is missing, which checks the JavaScript: on Debian, sudo apt install nodejs npm" >&2; exit 1; }
	@echo "Installing what checks the JavaScript ..."
	@cd $(JS) && npm ci --ignore-scripts --loglevel=error
	@touch $@

$(EMULATOR)/node_modules/.made: $(EMULATOR)/package-lock.json $(EMULATOR)/.npmrc
	@command -v node >/dev/null && command -v npm >/dev/null || { \
	  echo "Node.js is missing, which runs the emulated Pico: on Debian, sudo apt install nodejs npm" >&2; exit 1; }
	@echo "Installing the emulated Pico ..."
	@cd $(EMULATOR) && npm ci --ignore-scripts --loglevel=error
	@touch $@
