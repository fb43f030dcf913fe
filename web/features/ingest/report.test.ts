import { expect, test } from 'vitest'
import { INGEST_ISSUES } from '#contract/ingest-issue.ts'
import { fateOf, markFault, titleOf, totalsOf } from './report.ts'

const hour = (stored: number, refused = 0) => ({ start: '', stored, refused, changed: 1, repeated: 2 })

test('hours are summed', () => {
  expect(totalsOf([])).toEqual({ stored: 0, refused: 0, changed: 0, repeated: 0 })
  expect(totalsOf([hour(3), hour(4, 5)])).toEqual({ stored: 7, refused: 5, changed: 2, repeated: 4 })
})

test('every reason has a title and a fate', () => {
  for (const reason of INGEST_ISSUES) {
    expect(titleOf(reason)).toMatch(/^[A-Z][a-z ]+$/)
    expect(fateOf(reason)).toMatch(/^(refused|stored|stored in part|counted once|arrived, not stored)$/)
  }
  expect([titleOf('missing_distinct_id'), fateOf('missing_distinct_id')]).toEqual([
    'Missing distinct id',
    'refused',
  ])
})

test.each([
  ['missing_distinct_id', '{"event":"a","distinct_id":""}', '""'],
  ['missing_distinct_id', '{"event":"a","distinct_id": null}', 'null'],
  ['missing_distinct_id', '{"event":"a"}', undefined],
  ['implausible_timestamp', '{"timestamp":"2040-01-01T00:00:00Z","event":"a"}', '"2040-01-01T00:00:00Z"'],
  ['properties_not_an_object', '{"properties":"a \\"b\\", c"}', '"a \\"b\\", c"'],
  ['illegal_group', '{"properties":{"$groups":7}}', '7'],
  ['event_too_large', '{"event":"a"}', undefined],
] as const)('the fault of %s in %s is %s', (reason, sample, expected) => {
  const marked = markFault(reason, sample)
  expect(marked?.fault).toBe(expected)
  if (marked !== null) expect(marked.before + marked.fault + marked.after).toBe(sample)
})
