import { describe, expect, test } from 'vitest'
import { startCpuClock } from '../../../test/fixtures/cpu-clock.ts'
import { parseStatement } from './parse-statement.ts'

const parse = (text: string, values = new Map<string, string | number | boolean | null>()) =>
  parseStatement(text, ['query', 'query'], values)

describe('columns', () => {
  test.each<[text: string, columns: string[]]>([
    [
      'select event, properties.plan, e.timestamp from events e',
      ['event: text', 'plan: text', 'timestamp: time'],
    ],
    [
      'select 1, true, null, [1], toDate(now())',
      ['1: number', 'true: boolean', 'null: text', '[1]: number[]', 'toDate(now()): day'],
    ],
    ['select count( ), sum(1) as total from events', ['count( ): number', 'total: number']],
    ['select * from groups', ['index: number', 'key: text', 'created_at: time', 'properties: text']],
    [
      'select g.*, 1 as x from groups g',
      ['index: number', 'key: text', 'created_at: time', 'properties: text', 'x: number'],
    ],
    ['select * from cohorts', ['id: number', 'name: text', 'is_static: boolean', 'created_at: time']],
    ['select * from cohort_people', ['cohort_id: number', 'person_id: person']],
    ['select * from (select event as a, 1 from events) q', ['a: text', '1: number']],
    ['with a as (select person_id as p from events) select p from a', ['p: person']],
    ['with events as (select 1 as event) select event from events', ['event: number']],
    ['select 1 as a union all select true', ['a: number']],
    ["select 1 union all select 'a'", ['1: text']],
    ['select null union all select today()', ['null: day']],
    ['select today() union all select now()', ['today(): time']],
    // A column hides an alias. After GROUP BY, an alias hides a column.
    ['select properties.n + 1 as event, event as e from events', ['event: number', 'e: text']],
    [
      'select toDate(timestamp) as timestamp from events group by timestamp order by timestamp',
      ['timestamp: day'],
    ],
    ['select event as a, a as b, b as c from events', ['a: text', 'b: text', 'c: text']],
    ['select rank() over (), lag(timestamp) over () as l from events', ['rank() over (): number', 'l: time']],
    ['select (select max(timestamp) from events) as t', ['t: time']],
    ['select {a} as a, {variables.b} as b', ['a: number', 'b: text']],
  ])('%s', (text, columns) => {
    const values = new Map<string, string | number>([
      ['a', 5],
      ['variables.b', 'x'],
    ])
    expect(parse(text, values).query.columns.map(({ name, type }) => `${name}: ${type}`)).toEqual(columns)
  })

  test('aliases that double at each step are refused, not computed', () => {
    const aliases = Array.from({ length: 40 }, (_, i) =>
      i === 0 ? '1 as a0' : `a${i - 1} + a${i - 1} as a${i}`,
    )
    const cpuMs = startCpuClock()
    expect(() => parse(`select ${aliases.join(', ')}`)).toThrow('has more than')
    expect(cpuMs()).toBeLessThan(2_000)
  })
})

test('a query of WITH is another source each time', () => {
  const { query } = parse('with a as (select event from events) select 1 from a x cross join a y')
  const ids = JSON.stringify(query).match(/"id":"s\d+"/g) ?? []
  expect(ids).toHaveLength(4)
  expect(new Set(ids).size).toBe(4)
})

test('{filters} is told', () => {
  expect(parse('select 1 from events where {filters} and event = 1').hasFilters).toBe(true)
  expect(parse('select 1 from events').hasFilters).toBe(false)
})
