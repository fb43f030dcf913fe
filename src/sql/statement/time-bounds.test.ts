import { expect, test } from 'vitest'
import { sql, text } from '#fragments/fragment.ts'
import { parseStatement } from '#hogql/select/parse-statement.ts'
import { splitConditions } from '#hogql/select/split-conditions.ts'
import { print } from '../../../test/fixtures/print-fragment.ts'
import { dayConditions } from './time-bounds.ts'

/** `signs` are the operators of the conditions on the day that follow from the condition on the instant. */
test.each<[where: string, signs: string[]]>([
  ["timestamp > '2026-11-01'", ['>=']],
  ["timestamp >= '2026-11-01'", ['>=']],
  ["timestamp < '2026-11-01'", ['<=']],
  ["timestamp <= '2026-11-01'", ['<=']],
  ["'2026-11-01' < timestamp", ['>=']],
  ["'2026-11-01' >= timestamp", ['<=']],
  ["timestamp = '2026-11-01'", ['>=', '<=']],
  ["timestamp between '2026-11-01' and '2026-11-02'", ['>=', '<=']],
  ['timestamp > now() - interval 7 day', ['>=']],
  ["timestamp > toStartOfMonth(toDate('2026-11-05'))", ['>=']],
  // No condition on the day follows from the conditions below.
  ["timestamp != '2026-11-01'", []],
  ["not timestamp > '2026-11-01'", []],
  ["timestamp > '2026-11-01' or event = 'a'", []],
  ["toDate(timestamp) > '2026-11-01'", []],
  ["created_at > '2026-11-01'", []],
  ['timestamp > created_at', []],
  ['timestamp > toDateTime(properties.since)', []],
  ['timestamp > (select max(timestamp) from events)', []],
  ["'2026-11-01' between timestamp and '2026-11-02'", []],
])('%s', (where, signs) => {
  const [select] = parseStatement(`select 1 from events where ${where}`, ['query']).query.selects
  if (select === undefined) throw new Error('No SELECT')
  const conditions = splitConditions(select).inTables.get('s1') ?? []
  const days = conditions.flatMap((one) => dayConditions(one, 'timestamp', () => sql`${text('bound')}`))
  expect(days.map((day) => /^day (>=|<=) /.exec(print(day).text)?.[1])).toEqual(signs)
})
