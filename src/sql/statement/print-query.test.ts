import { describe, expect, test } from 'vitest'
import { asSent } from '#hogql/select/as-sent.ts'
import { parseStatement } from '#hogql/select/parse-statement.ts'
import { goldenOf } from '../../../test/fixtures/golden-statement.ts'
import { hogqlStatement } from '../../../test/fixtures/hogql-statements.ts'
import { print } from '../../../test/fixtures/print-fragment.ts'
import { statementFacts } from '../../../test/fixtures/statement-facts.ts'
import { tableReads } from '../../../test/fixtures/table-reads.ts'
import { printQuery } from './print-query.ts'

const sqlOf = (text: string, hasMerges = false) =>
  printQuery(parseStatement(text, ['query']).query, statementFacts(hasMerges))

describe('the SQL of', () => {
  test.each<[name: string, statement: string]>([
    [
      'rows',
      "select event, properties.plan as plan from events where event = 'paid' order by timestamp desc limit 10 offset 5",
    ],
    ['time', "select count() from events where timestamp >= '2026-11-01' and '2026-11-08' > timestamp"],
    [
      'groups',
      'select toStartOfDay(timestamp) as day, count(), sum(properties.n) from events group by day having count() > 1 order by day',
    ],
    [
      'subjects',
      'select person.properties.tier, group_0.properties.size, session.$session_duration, person_id from events',
    ],
    [
      'join',
      "select e.event, p.properties.tier from events e join persons p on e.person_id = p.id where e.event = 'paid' and p.properties.tier = 'gold'",
    ],
    [
      'left-join',
      "select e.event, p.properties.tier from events e left join persons p on e.person_id = p.id and e.timestamp > p.created_at where p.properties.tier = 'gold'",
    ],
    [
      'with',
      'with a as (select distinct_id, count() as n from events group by distinct_id) select x.n, y.n from a x cross join a y where x.n > y.n',
    ],
    [
      'union',
      'select event, 1 from events limit 1 union all select key, null from groups order by 1 limit 2',
    ],
    [
      'windows',
      'select lag(event, 2) over (partition by distinct_id order by timestamp desc nulls last), rank() over (order by timestamp rows between 1 preceding and 1 following) from events',
    ],
    [
      'queries',
      'select (select max(timestamp) from events), (select [1, 2] limit 1) from events where person_id in (select id from persons where is_identified) and person_id not in cohort 2',
    ],
    [
      'sessions',
      "select session_id, $session_duration from sessions where $start_timestamp >= '2026-11-01' and $entry_pathname = '/a'",
    ],
    ['cohort-people', 'select cohort_id, count() from cohort_people group by cohort_id'],
    [
      'cohorts',
      'select c.name, count() from cohorts c join cohort_people p on p.cohort_id = c.id where c.is_static group by c.name',
    ],
    ['channels', "select $channel_type, count() from sessions where $channel_type != 'Direct' group by 1"],
    ['filters', "select count() from events where {filters} and event = 'paid' having count() > 1"],
    [
      'session-filters',
      "select session_id, person.properties.tier from sessions where {filters} and person.created_at > '2026-11-01'",
    ],
    ['written-keys', "select 'a', 1 from events group by 1, 2"],
  ])('%s', async (name, statement) => {
    await expect(`-- ${statement}\n${goldenOf(sqlOf(statement))}`).toMatchFileSnapshot(
      `__golden__/${name}.sql`,
    )
  })
})

test('numeric properties are shown as they were sent, and compared and ordered as numbers', async () => {
  const statement =
    'select properties.n, max(properties.n) from events where properties.n > properties.m group by 1 order by 1 desc'
  const numbers = new Set(['event -1 n', 'event -1 m'])
  const { query } = parseStatement(statement, ['query'], new Map(), numbers)
  expect(query.columns.map(({ type }) => type)).toEqual(['numeral', 'number'])
  const printed = goldenOf(printQuery(asSent(query), statementFacts(false)))
  await expect(`-- ${statement}\n${printed}`).toMatchFileSnapshot('__golden__/numbers.sql')
})

/** The tables of the engine that a statement may read. All of them have a column `project_id`. */
const TABLES = ['`events`', '`persons`', '`groups`', '`cohort_person`', '`person_root`']

test.each([false, true])('every table is read with the project (merges: %s)', (hasMerges) => {
  let reads = 0
  for (let number = 0; number < 600; number++) {
    const { sort, text } = hogqlStatement(number)
    if (sort !== 'valid') continue
    const { text: sql, params } = print(sqlOf(text, hasMerges))
    for (const { table, project } of tableReads(sql)) {
      reads++
      const value = project === null ? null : params[project.slice(1, project.indexOf(':'))]?.value
      expect({ text, sql, table: TABLES.includes(table), value }).toEqual({
        text,
        sql,
        table: true,
        value: 7,
      })
    }
    const dictionaries = sql.match(/dictGet\w*\([^,]*/g) ?? []
    for (const dictionary of dictionaries) {
      const [, name] = /\((\{(p\d+):String\})/.exec(dictionary)?.slice(1) ?? []
      expect(params[name ?? '']?.value).toBe('person_root_7')
    }
  }
  expect(reads).toBeGreaterThan(500)
})

test.each<[sql: string, reads: { table: string; project: string | null }[]]>([
  [
    'SELECT 1 FROM `events`\nWHERE (project_id = {p0:UInt32}) AND (a OR b)',
    [{ table: '`events`', project: '{p0:UInt32}' }],
  ],
  [
    'SELECT 1 FROM `events` WHERE project_id = {p0:UInt32} ORDER BY a',
    [{ table: '`events`', project: '{p0:UInt32}' }],
  ],
  ['SELECT 1 FROM `events` WHERE (project_id = {p0:UInt32}) OR (a)', [{ table: '`events`', project: null }]],
  ['SELECT 1 FROM `events` WHERE a AND project_id = {p0:UInt32}', [{ table: '`events`', project: null }]],
  ['SELECT 1 FROM `events` WHERE (project_id = {p0:UInt32} + 1)', [{ table: '`events`', project: null }]],
  ["SELECT ' WHERE (project_id = 1) ' FROM system.tables", [{ table: 'system', project: null }]],
  [
    'SELECT 1 FROM (SELECT 1 FROM `events`) LEFT JOIN `groups` ON a WHERE (project_id = {p0:UInt32})',
    [
      { table: '`events`', project: null },
      { table: '`groups`', project: '{p0:UInt32}' },
    ],
  ],
])('the check itself: %s', (sql, reads) => {
  expect(tableReads(sql)).toEqual(reads)
})
