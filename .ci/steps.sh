# What .ci/run and .ci/release share: a clean place to work in, steps that end in time, second tries, closing lines.
# Sourced, not run. A step is a command or one of the functions that are exported at the end of this file.
#
#   CI_KEEP=1  the temporary folder with the logs stays
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
exec </dev/null

work=$(mktemp -d "${TMPDIR:-/tmp}/gamekit-ci.XXXXXX")
logs=$work/logs
mkdir "$logs" "$work/bin"
: >"$work/passed"
: >"$work/second_tries"
export work logs
failed=() closing=()
declare -A pids=() limits=()

clean_up() {
  trap - EXIT
  [ ${#pids[@]} = 0 ] || kill "${pids[@]}" 2>/dev/null
  wait
  if [ -n "${CI_KEEP:-}" ]; then echo "Kept: $work"; else rm -rf "$work"; fi
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# --- steps -----------------------------------------------------------------------------------------------------------
begin() {  # begin NAME SECONDS COMMAND...: a step beside others. It is ended after so many seconds, or when the whole run has to end
  local name=$1 limit=$2 left=$((LONGEST_RUN - SECONDS))
  shift 2
  [ "$limit" -le "$left" ] || limit=$left
  [ "$limit" -gt 0 ] || limit=1
  limits[$name]=$limit
  : >"$logs/$name.log"
  # shellcheck disable=SC2016
  STEP=$name timeout --kill-after=30 "$limit" bash -c '"${@:2}"; status=$?; echo "$status $SECONDS" >"$1.ended"; exit $status' \
    bash "$logs/$name" "$@" >"$logs/$name.log" 2>&1 &
  pids[$name]=$!
}

finish() {  # finish NAME: wait for a step that began, and print what it said
  local name=$1
  printf '\n=== %s\n' "$name"
  # The log is followed while the step runs: it is seen where a step hangs.
  tail --pid="${pids[$name]}" --lines=+1 --follow "$logs/$name.log" &
  pids[the log]=$!
  conclude "$name"
  wait "${pids[the log]}"
  unset "pids[the log]"
}

conclude() {  # conclude NAME: what is said of a step at the end
  local name=$1 status took
  wait "${pids[$name]}"
  status=$?
  unset "pids[$name]"
  if [ -e "$logs/$name.ended" ]; then
    read -r status took <"$logs/$name.ended"
  else
    took=${limits[$name]}
    echo "Ended after $took s: it took too long." >>"$logs/$name.log"
  fi
  [ "$status" = 0 ] || failed+=("$name")
  closing+=("$(printf '%-12s %4d s  exit %d  %s' "$name" "$took" "$status" "$(tail -n 1 "$logs/$name.log")")")
}

step() {  # step NAME SECONDS COMMAND...
  begin "$@"
  finish "$1"
}

close() {  # the closing lines of all steps; ends the script
  local passed
  passed=$(awk '{ sum += $1 } END { print sum + 0 }' "$work/passed")
  printf '\n=== closing lines, after %d min %02d s; %d tests passed\n' $((SECONDS / 60)) $((SECONDS % 60)) "$passed"
  printf '%s\n' "${closing[@]}"
  if [ -s "$work/second_tries" ]; then
    echo "Passed only at the second try, which is a defect of the test:"
    cat "$work/second_tries"
  else
    echo "No test needed a second try."
  fi
  if [ ${#failed[@]} -gt 0 ]; then
    echo "FAILED: ${failed[*]}"
    exit 1
  fi
  echo "All steps passed."
  exit 0
}

# --- tests, and their second try -------------------------------------------------------------------------------------
FEW=5  # more failures than this are not tried again: then something is wrong
export FEW
try_twice() {  # try_twice PATTERN FIRST SECOND: the first command line; where it names few failures (by the pattern), the second
  local pattern=$1 said status failures
  said=$(mktemp "$work/said.XXXXXX")
  bash -c "$2" 2>&1 | tee "$said"
  status=${PIPESTATUS[0]}
  count_passed "$said"
  [ "$status" != 0 ] || return 0
  failures=$(grep -cE "$pattern" "$said")
  # With a process that hung or crashed many tests may be lost, but each is named as failed.
  if [ "$status" != 1 ] || [ "$failures" = 0 ] || { [ "$failures" -gt "$FEW" ] && ! grep -q "crashed while running" "$said"; }; then
    return "$status"
  fi
  printf '\n--- once more: %s\n' "$3"
  bash -c "$3" 2>&1 | tee "$said.again"
  status=${PIPESTATUS[0]}
  [ "$status" = 0 ] || return "$status"
  count_passed "$said.again"
  grep -E "$pattern" "$said" | sed -E "s/$pattern/  $STEP: /" >>"$work/second_tries"
  echo "$failures failed, and passed at the second try"
}

count_passed() {  # count_passed FILE: of what pytest or node said
  grep -oE '[0-9]+ passed|^# pass [0-9]+' "$1" | tail -n 1 | grep -oE '[0-9]+' >>"$work/passed"
}

run_tests() {  # run_tests COMMAND_LINE: of pytest
  # Nothing of an earlier step is found. A test that hangs is ended: it fails, and where each of its threads stood is printed.
  local cache
  cache=$(mktemp -d "$work/pytest.XXXXXX")
  export PYTEST_ADDOPTS="-o cache_dir=$cache -o faulthandler_timeout=600 -o faulthandler_exit_on_timeout=true"
  try_twice '^(FAILED|ERROR) ' "$1" "$1 -q -n 0 --last-failed --last-failed-no-failures=none"
}

javascript() {  # laid out, linted and type-checked
  cd tests/js && npm ci --silent --ignore-scripts && npm run --silent formatted && npm run --silent lint && npm run --silent types && echo "prettier, eslint and tsc: no remarks"
}

node_tests() {
  local tests='node --test --test-reporter=tap tests/js/'
  try_twice '^ *not ok [0-9]+ - ' "$tests" "$tests"
}

export -f try_twice count_passed run_tests javascript node_tests

# --- what Debian has to bring ----------------------------------------------------------------------------------------
have() { command -v "$1" >/dev/null 2>&1; }

apt_updated=
debian() {  # debian PACKAGE...: install when we may, say so when we may not
  if [ "$(id -u)" != 0 ] || ! have apt-get; then
    echo "Cannot install $* here (not root, or not Debian); going on without."
    return 1
  fi
  if [ -z "$apt_updated" ]; then
    apt-get update -qq && apt_updated=yes
  fi
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >"$logs/apt.log" 2>&1 ||
    { tail -n 5 "$logs/apt.log"; return 1; }
}

find_python() {
  local candidate
  for candidate in ${PYTHON:-} python3.11 python3 python3.12 python3.13 python3.14 python; do
    if have "$candidate" && "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  return 1
}

bring_tools() {
  python=$(find_python) || { debian python3 python3-venv && python=$(find_python); } ||
    { echo "No Python 3.11 or newer found."; exit 1; }
  "$python" -c 'import ensurepip, venv' 2>/dev/null || debian python3-venv
  have chromium || have chromium-browser || have google-chrome || debian chromium ||
    echo "No browser: the browser tests will be skipped."
  have node || debian nodejs || echo "No node: the browser's engine is tested in Chromium alone."
  have npm || debian npm || echo "No npm: the JavaScript is neither linted, type-checked nor tested by itself."
}

# --- a fresh environment, and nothing of the old one -----------------------------------------------------------------
unset VIRTUAL_ENV PYTHONPATH PYTHONDONTWRITEBYTECODE GAMEKIT_PLAIN JUPYTER_PATH GAMEKIT_TESTS GAMEKIT_SEED
unset PYTEST_ADDOPTS
# No settings, kernels or caches of the machine's user.
export JUPYTER_PLATFORM_DIRS=1 JUPYTER_CONFIG_DIR=$work/jupyter/config JUPYTER_DATA_DIR=$work/jupyter/data IPYTHONDIR=$work/ipython
export PYTHONPYCACHEPREFIX=$work/bytecode PIP_DISABLE_PIP_VERSION_CHECK=1 MPLBACKEND=agg MPLCONFIGDIR=$work/matplotlib
export HYPOTHESIS_STORAGE_DIRECTORY=$work/hypothesis GAMEKIT_CACHE=$work/cache

# README's command makes its environment in .venv. Here it is another folder, so that nothing is left behind and none is found.
readme_command=$(grep -m 1 -E '^ *python3 -m venv \.venv && .*-m pip install .*-m pytest *$' README.md | sed 's/^ *//')
[ -n "$readme_command" ] || { echo "README.md names no test command."; exit 1; }
readme_command=${readme_command//.venv/$work/venv}

make_environment() {  # all of README's command but its last part, which runs the tests; nothing goes on without it
  # The first Python that is new enough, whatever it is called here.
  printf '#!/bin/sh\nexec "%s" "$@"\n' "$(command -v "$python")" >"$work/bin/python3"
  chmod +x "$work/bin/python3"
  PATH=$work/bin:$PATH step install 900 bash -c "${readme_command% && *}"
  [ ${#failed[@]} = 0 ] || close
  # shellcheck disable=SC1091
  . "$work/venv/bin/activate"
}
