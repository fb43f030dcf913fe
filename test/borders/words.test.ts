import { expect, test } from 'vitest'
import { misplacedWords } from './words.ts'

test.each([
  ['src/app/a.ts', 'FROM system.parts', 'system.parts'],
  ['src/cli/a.ts', "const FULL = 'SQLITE_FULL'", 'SQLITE_FULL'],
  ['src/metadata/results/a.ts', 'sql`PRAGMA data_version`', 'PRAGMA'],
  ['src/metadata/database/a.ts', "import Database from 'libsql'", "'libsql'"],
  ['src/app/a.ts', "from '#metadata/database/sqlite/codes.ts'", '/sqlite/codes.ts'],
  ['src/listings/a.ts', 'engine: LocalEventStore', 'LocalEventStore'],
])('%s may not have: %s', (file, line, words) => {
  expect(misplacedWords(file, `// first\n${line}`)).toEqual([
    expect.stringContaining(`${file}:2 has "${words}".`),
  ])
})

test.each([
  ['src/engine/a.ts', 'FROM system.parts'],
  ['src/tracing/a.ts', "'db.system.name'"],
  ['src/metadata/database/sqlite/a.ts', "PRAGMA, 'SQLITE_FULL', 'libsql'"],
  ['src/metadata/database/a.ts', "from './sqlite/codes.ts'"],
  ['src/pairing/a.ts', 'engine: LocalEventStore'],
  ['src/listings/a.ts', '// SQLite reads all rows; engine: EventStore'],
])('%s may have: %s', (file, line) => {
  expect(misplacedWords(file, line)).toEqual([])
})
