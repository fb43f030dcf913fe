import { expect, test } from 'vitest'
import { type Fragment, sql, text } from '#fragments/fragment.ts'
import { print } from '../../test/fixtures/print-fragment.ts'
import { eventsOf, isWholeUtcDays, STORABLE } from './events.ts'

const range = (from: string, to: string) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) })
const statement = (asked: { fromMs: number; toMs: number }, conditions: Fragment[] = []) =>
  print(eventsOf(7, asked, conditions))
const values = (asked: { fromMs: number; toMs: number }) =>
  Object.values(statement(asked).params).map(({ value }) => value)

test('a range of whole UTC days has conditions on the day only', () => {
  const asked = range('2026-11-18T00:00Z', '2026-11-21T00:00Z')
  expect(isWholeUtcDays(asked)).toBe(true)
  expect(statement(asked)).toEqual({
    text: `FROM \`events\`
WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date})`,
    params: {
      p0: { type: 'UInt32', value: 7 },
      p1: { type: 'Date', value: '2026-11-18' },
      p2: { type: 'Date', value: '2026-11-20' },
    },
  })
})

test('any other range has conditions on the instant as well', () => {
  // 19 November in Berlin, which is an hour ahead of UTC.
  const asked = range('2026-11-18T23:00Z', '2026-11-19T23:00Z')
  expect(isWholeUtcDays(asked)).toBe(false)
  expect(statement(asked).text).toBe(`FROM \`events\`
WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) \
AND (ts >= fromUnixTimestamp64Milli({p3:Int64})) AND (ts < fromUnixTimestamp64Milli({p4:Int64}))`)
  expect(values(asked)).toEqual([7, '2026-11-18', '2026-11-19', asked.fromMs, asked.toMs])
})

test.each([
  ['2026-11-18T00:00Z', '2026-11-19T00:00:00.001Z', ['2026-11-18', '2026-11-19']],
  ['2026-11-18T00:00:00.001Z', '2026-11-19T00:00Z', ['2026-11-18', '2026-11-18']],
  ['2026-11-18T23:59:59.999Z', '2026-11-19T00:00Z', ['2026-11-18', '2026-11-18']],
])('from %s to %s reads the days %j', (from, to, days) => {
  expect(values(range(from, to)).slice(1, 3)).toEqual(days)
  expect(statement(range(from, to)).text).toContain('ts < ')
})

test('a range is clamped to the storable time', () => {
  expect(values(range('0001-01-01', '9999-01-01'))).toEqual([7, '1970-01-01', '2148-12-31'])
  expect(values(range('1969-12-31T23:00Z', '2026-11-19T23:00Z'))).toEqual([
    7,
    '1970-01-01',
    '2026-11-19',
    0,
    Date.parse('2026-11-19T23:00Z'),
  ])
  expect(STORABLE).toEqual(range('1970-01-01', '2149-01-01'))
})

test.each([
  ['1960-01-01', '1961-01-01'],
  ['1969-12-31', '1970-01-01'],
  ['2149-01-01', '2150-01-01'],
])('a range without storable time, from %s to %s, has no events', (from, to) => {
  expect(statement(range(from, to))).toEqual({
    text: 'FROM `events`\nWHERE (project_id = {p0:UInt32}) AND (false)',
    params: { p0: { type: 'UInt32', value: 7 } },
  })
})

test.each<[string, Fragment[]]>([
  ['no condition', []],
  ['a condition that is always true', [sql`true`]],
  ['a condition with OR', [sql`a OR b`]],
  ['many', [sql`event = ${text('a')}`, sql`person > 1`]],
])('a question has the condition on its project beside %s', (_name, conditions) => {
  const { text: printed, params } = statement(range('2026-11-18', '2026-11-19'), conditions)
  expect(printed).toMatch(/^FROM `events`\nWHERE \(project_id = \{p0:UInt32\}\) AND /)
  expect(params.p0).toEqual({ type: 'UInt32', value: 7 })
  for (const condition of conditions) expect(printed).toContain(` AND (${condition.texts[0]}`)
})
