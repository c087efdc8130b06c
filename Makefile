# Builds the program and leaves it at ./$(EXE), as OpenBench asks of an engine: `make EXE=name`.
# Flags for the compiler may be given in the environment, as RUSTFLAGS.

EXE ?= hippogriff
SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)
GOAL := $(EXE:.exe=)$(SUFFIX)

.PHONY: all clean

# The target directory is given, so that the program is found whatever the environment says of it.
all:
	env -u CARGO_BUILD_TARGET cargo build --release --locked --bin hippogriff --target-dir target
	mkdir -p "$$(dirname "$(GOAL)")"
	cp -f "target/release/hippogriff$(SUFFIX)" "$(GOAL)"

clean:
	cargo clean --target-dir target
	rm -f "$(GOAL)"
