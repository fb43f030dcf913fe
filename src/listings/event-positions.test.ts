import { expect, test } from 'vitest'
import { startsOf } from './event-positions.ts'

const NOW = '2026-11-20T12:00Z'

test.each<[string, string, string, string[]]>([
  ['without an end', '1970-01-01', '2149-01-01', ['2026-11-19', '2026-10-20', '1970-01-01']],
  ['before an instant', '1970-01-01', '2026-06-15T10:00Z', ['2026-06-14', '2026-05-15', '1970-01-01']],
  ['since a week', '2026-11-13T08:00Z', '2149-01-01', ['2026-11-19', '2026-11-13T08:00Z']],
  ['since this morning', '2026-11-20T08:00Z', '2149-01-01', ['2026-11-20T08:00Z']],
  ['exactly the first look', '2026-11-19', '2149-01-01', ['2026-11-19']],
  ['before anything is stored', '1970-01-01', '1960-01-01', ['1970-01-01']],
  ['backwards', '2026-11-20', '2026-11-19', ['2026-11-20']],
])('%s', (_name, from, to, starts) => {
  const range = { fromMs: Date.parse(from), toMs: Date.parse(to) }
  expect(startsOf(range, Date.parse(NOW))).toEqual(starts.map((start) => Date.parse(start)))
})
