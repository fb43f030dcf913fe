import { beforeAll, expect, test } from 'vitest'
import { statementEvents } from '../fixtures/check-statement.ts'
import { ARRAY_TYPES, callsOf, PLAIN_TYPES } from '../fixtures/hogql-values.ts'
import { seededRandom } from '../fixtures/seeded-random.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
beforeAll(() => server.capture(statementEvents(false)))

/** Columns of all types, in the form that a query gives them. */
const COLUMNS = `select event as t, properties.url as u, toFloat(properties.n) as n, properties.flag = true as b, timestamp as at,
  toDate(timestamp) as d, splitByChar('a', event) as ts, [toFloat(properties.n), 1] as ns, [event = 'paid'] as bs, [timestamp] as ats,
  [toDate(timestamp)] as ds, person_id as p, distinct_id as id from events`
const FIELDS = {
  ...{
    text: ['q.t', 'q.u'],
    number: ['q.n'],
    boolean: ['q.b'],
    time: ['q.at'],
    day: ['q.d'],
    person: ['q.p'],
  },
  ...{
    'text[]': ['q.ts'],
    'number[]': ['q.ns'],
    'boolean[]': ['q.bs'],
    'time[]': ['q.ats'],
    'day[]': ['q.ds'],
  },
} as const

interface Call {
  readonly name: string
  readonly type: string
  readonly text: string
}
const list = (calls: readonly Call[], of: (call: Call) => string) => calls.map(of).join(', ')
const scalars = (calls: readonly Call[]) => calls.filter(({ type }) => !type.endsWith('[]'))

/** The places in which a value can stand, each as a function that makes a query of several calls. */
const PLACES: Readonly<Record<string, (calls: readonly Call[]) => string>> = {
  'an item over a query': (calls) => `select ${list(calls, ({ text }) => text)} from (${COLUMNS}) q`,
  'an item over rows that a join does not find': (calls) =>
    `select ${list(calls, ({ text }) => text)} from (select 'nobody' as id union all select 'person 1') l left join (${COLUMNS}) q on l.id = q.id`,
  'keys of groups': (calls) =>
    `select count() from (${COLUMNS}) q group by ${list(calls, ({ text }) => text)}`,
  'keys of order': (calls) =>
    `select q.t from (${COLUMNS}) q order by ${list(calls, ({ text }, i = 0) => `${text}${i % 2 === 0 ? ' desc' : ' nulls first'}`)}`,
  'keys of limit': (calls) => `select q.t from (${COLUMNS}) q limit 1 by ${list(calls, ({ text }) => text)}`,
  'arguments of aggregates': (calls) =>
    `select ${list(scalars(calls), ({ text }) => `count(${text}), uniq(${text})`)}, count() from (${COLUMNS}) q`,
  'arguments of windows': (calls) =>
    `select ${list(scalars(calls), ({ text }) => `lag(${text}) over (partition by ${text} order by ${text})`)}, 1 from (${COLUMNS}) q`,
  'conditions of joins': (calls) =>
    `select count() from (${COLUMNS}) q full join (select 'paid' as t) r on q.t = r.t and ${scalars(calls)
      .map(({ text }) => `(${text} is null or ${text} is not null)`)
      .join(' and ')} and true`,
  'members of a set': (calls) =>
    scalars(calls)
      .map(
        ({ text }) => `(select countIf(${text} in (select ${text} from (${COLUMNS}) q)) from (${COLUMNS}) q)`,
      )
      .map((value, i) => `${i === 0 ? 'select ' : ''}${value}`)
      .join(', ') || 'select 1',
  'a query around, and a union': (calls) =>
    `select * from (select ${list(calls, ({ text }) => text)} from (${COLUMNS}) q union distinct select ${list(calls, ({ text }) => text)} from (${COLUMNS}) q)`,
}

const chunks = (calls: readonly Call[], size: number) =>
  Array.from({ length: Math.ceil(calls.length / size) }, (_, i) => calls.slice(i * size, (i + 1) * size))

const ask = (query: string) =>
  server.request('POST', '/api/projects/1/query/', { query: { kind: 'HogQLQuery', query } })

async function problemOf(place: (calls: readonly Call[]) => string, calls: readonly Call[]) {
  const query = place(calls)
  const { status, body } = await ask(query)
  if (status === 200) return []
  if (calls.length === 1) return [{ query, status, detail: body.detail }]
  // Asks each call alone, to find the one that fails.
  const found: object[] = []
  for (const call of calls) found.push(...(await problemOf(place, [call])))
  return found.length > 0 ? found : [{ query, status, detail: body.detail }]
}

test.each(Object.entries(PLACES))('every function as %s', async (name, place) => {
  const random = seededRandom(name.length)
  const calls = callsOf({ random, fields: FIELDS }, [...PLAIN_TYPES, ...ARRAY_TYPES], 1)
  expect(calls.length).toBeGreaterThan(120)
  const problems: object[] = []
  for (const some of chunks(calls, name === 'members of a set' ? 5 : 12))
    problems.push(...(await problemOf(place, some)))
  expect(problems).toEqual([])
})
