#!/usr/bin/env bash
# Judges predictions in a pipeline, by variables of the environment: PREDICTIONS and REQUIRE, one a line; ARGUMENTS, with
# quotes as in a shell; COMMAND (score), UNDECIDED, and COMMENT, the file for the answer as Markdown (unseen.md). In
# GitHub's workflows the answer also goes to the summary of the run, and the state to the step's outputs. Exits as unseen
# does: 0 shown, 3 refuted, 4 undecided, 2 wrong input.
set -u
words=()
read -ra command <<< "${COMMAND:-score}"
case "${command[*]}" in
    score | 'compare models') ;;
    *) echo "unseen: error: COMMAND: '${command[*]}'; expected score, or compare models" >&2; exit 2 ;;
esac
while IFS= read -r file; do [ -z "$file" ] || words+=("$file"); done <<< "${PREDICTIONS:?PREDICTIONS: files of predictions, one a line}"
while IFS= read -r one; do [ -z "$one" ] || words+=(--require "$one"); done <<< "${REQUIRE:?REQUIRE: requirements, one a line}"
while IFS= read -r -d '' one; do words+=("$one"); done < <(xargs printf '%s\0' <<< "${ARGUMENTS:-}" | grep -zv '^$')
[ -z "${UNDECIDED:-}" ] || words+=(--undecided "$UNDECIDED")
comment=${COMMENT:-unseen.md}
unseen "${command[@]}" "${words[@]}" --format markdown --output "$comment"
code=$?
case $code${UNDECIDED:-} in
    0) state=shown ;;
    3) state=refuted ;;
    4*) state=undecided ;;
    0*) state=passed ;; # shown, or not decided
    3*) state=failed ;;
    *) exit $code ;;
esac
[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$comment" >> "$GITHUB_STEP_SUMMARY"
[ -z "${GITHUB_OUTPUT:-}" ] || echo "state=$state" >> "$GITHUB_OUTPUT"
exit $code
