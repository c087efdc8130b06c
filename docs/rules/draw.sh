#!/usr/bin/env bash
# Draws the pictures of the rule pages, as listed in pictures.txt:
#   docs/rules/draw.sh [PROGRAM]     (from the project's folder; PROGRAM: target/release/hippogriff)
set -euo pipefail
program=$(realpath "${1:-target/release/hippogriff}")
cd "$(dirname "$0")"
mkdir -p img
while IFS=$'\t' read -r file variant options fen moves mark caption; do
    arguments=(--variant "$variant" --fen "$fen" --svg "img/$file" --caption "$caption")
    [ "$options" = - ] || arguments+=(--option "$options")
    [ "$mark" = - ] || arguments+=(--mark "$mark")
    # Moves stand in one column, parted by blanks.
    [ "$moves" = - ] || read -r -a played <<<"$moves"
    [ "$moves" = - ] && played=()
    "$program" show "${arguments[@]}" "${played[@]}" >/dev/null
done <pictures.txt
echo "drew $(wc -l <pictures.txt) pictures"
