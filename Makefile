# Builds the program and leaves it at ./$(EXE), as OpenBench asks of an engine: `make EXE=name`.
# Flags for the compiler may be given in the environment, as RUSTFLAGS.

EXE ?= hippogriff
SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)
GOAL := $(EXE:.exe=)$(SUFFIX)

# Where the program is built, and where the files are gathered that a package has besides. Cargo.toml
# names the second.
TARGET ?= target
PACKAGE := target/package

.PHONY: all clean package-files deb

# The target directory is given, so that the program is found whatever the environment says of it.
all:
	env -u CARGO_BUILD_TARGET cargo build --release --locked --bin hippogriff --target-dir target
	mkdir -p "$$(dirname "$(GOAL)")"
	cp -f "target/release/hippogriff$(SUFFIX)" "$(GOAL)"

# The program, and what it says of itself: manual pages, completions, and the file by which Debian's
# XBoard finds it.
package-files:
	env -u CARGO_BUILD_TARGET cargo build --release --locked --bin hippogriff --target-dir "$(TARGET)"
	rm -rf "$(PACKAGE)"
	mkdir -p "$(PACKAGE)"
	"$(TARGET)/release/hippogriff" man --dir "$(PACKAGE)/man"
	"$(TARGET)/release/hippogriff" completions bash > "$(PACKAGE)/hippogriff.bash"
	"$(TARGET)/release/hippogriff" completions zsh > "$(PACKAGE)/hippogriff.zsh"
	"$(TARGET)/release/hippogriff" completions fish > "$(PACKAGE)/hippogriff.fish"
	"$(TARGET)/release/hippogriff" hosts plugin --roster /dev/null --write "$(PACKAGE)/hippogriff.eng"

# A Debian package, in $(TARGET)/debian. Needs cargo-deb: `cargo install cargo-deb`.
deb: package-files
	env -u CARGO_BUILD_TARGET CARGO_TARGET_DIR="$(TARGET)" cargo deb --no-build --locked

clean:
	cargo clean --target-dir target
	rm -f "$(GOAL)"
