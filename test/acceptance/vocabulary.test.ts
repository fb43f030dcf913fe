import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const EVENTS = { kind: 'EventsNode', event: 'paid' }

interface Kind {
  kind: string
  node: string
  maths: string[]
  displays: string[]
  intervals: string[]
  breakdown_types: string[]
  least_series: number
  most_series: number
}
interface Operator {
  name: string
  aliases: string[]
  negation: string | null
  value: string
}
let words: {
  kinds: Kind[]
  filter_types: string[]
  session_properties: string[]
  operators: Operator[]
  intervals: string[]
  breakdown_types: string[]
  dates: { absolute: string[]; relative: string[]; units: Record<string, string> }
}
beforeAll(async () => {
  words = (await server.request('GET', '/api/projects/1/questions/vocabulary/')).body
})

async function statusOf(node: object): Promise<number> {
  const { status, body } = await server.request('POST', '/api/projects/1/query/', { query: node })
  if (status !== 200 && body.code !== 'required') expect(body.detail).toMatch(/not supported|not an? /)
  return status
}
const nodeOf = ({ node, least_series }: Kind, fields: object = {}, series: object = {}) => ({
  kind: node,
  ...(least_series > 0 && { series: Array.from({ length: least_series }, () => ({ ...EVENTS, ...series })) }),
  ...fields,
})
/** The interval of a retention is its `period`. */
const cutBy = ({ kind }: Kind, interval: string) =>
  kind === 'retention'
    ? { retentionFilter: { period: interval } }
    : { interval, dateRange: { date_from: '-1d' } }
/** A box plot needs the numbers of a property. */
const seriesFor = (display: string) =>
  display === 'BoxPlot' ? { math: 'median', math_property: 'amount' } : {}
const sectionOf = ({ kind }: Kind, display: string) => ({ [`${kind}Filter`]: { display } })

test('it has the five kinds', () => {
  const kinds = ['funnels', 'lifecycle', 'paths', 'retention', 'stickiness', 'trends']
  expect(words.kinds.map(({ kind }) => kind).sort()).toEqual(kinds)
})

describe('every name in it is computed, and another is refused', () => {
  test('maths', async () => {
    for (const kind of words.kinds.filter(({ most_series }) => most_series > 0)) {
      for (const math of kind.maths) {
        const series = {
          math,
          math_group_type_index: 0,
          math_property: 'price',
          math_hogql: 'count()',
        }
        expect([math, await statusOf(nodeOf(kind, {}, series))]).toEqual([math, 200])
      }
      if (kind.maths.length > 0) expect(await statusOf(nodeOf(kind, {}, { math: 'other' }))).toBe(400)
    }
  })

  test('types of breakdowns', async () => {
    const names: Record<string, unknown> = {
      cohort: 'all',
      session: '$session_duration',
      hogql: 'properties.plan',
    }
    for (const kind of words.kinds) {
      for (const type of kind.breakdown_types) {
        const breakdownFilter = {
          breakdown: names[type] ?? 'plan',
          breakdown_type: type,
          breakdown_group_type_index: 0,
        }
        expect([type, await statusOf(nodeOf(kind, { breakdownFilter }))]).toEqual([type, 200])
      }
      const breakdownFilter = { breakdown: 'plan', breakdown_type: 'other' }
      expect(await statusOf(nodeOf(kind, { breakdownFilter }))).toBe(400)
    }
  })

  test('displays and intervals', async () => {
    for (const kind of words.kinds) {
      for (const display of kind.displays)
        expect(await statusOf(nodeOf(kind, sectionOf(kind, display), seriesFor(display)))).toBe(200)
      for (const interval of kind.intervals)
        expect(await statusOf(nodeOf(kind, cutBy(kind, interval)))).toBe(200)
      if (kind.intervals.length > 0) expect(await statusOf(nodeOf(kind, cutBy(kind, 'other')))).toBe(400)
    }
  })

  const VALUES: Readonly<Record<string, object>> = {
    none: {},
    texts: { value: ['a', 'b'] },
    patterns: { value: ['^a', 'b$'] },
    numbers: { value: [1, 2] },
    bounds: { value: [1, 2] },
    date: { value: '-7d' },
    version: { value: '1.2.3' },
    version_wildcard: { value: '1.2.*' },
  }
  const filtered = (filter: object) => {
    const [kind] = words.kinds
    if (kind === undefined) throw new Error('There is no kind')
    return statusOf(nodeOf(kind, { properties: [{ key: 'a', ...filter }] }))
  }

  test('operators, with a value of their kind', async () => {
    for (const { name, aliases, value } of words.operators)
      for (const operator of [name, ...aliases])
        expect([operator, await filtered({ operator, ...VALUES[value] })]).toEqual([operator, 200])
  })

  test('operators, negated and without a value', async () => {
    for (const { name, negation, value } of words.operators) {
      const negated = { operator: name, ...VALUES[value], negation: true }
      expect([name, await filtered(negated)]).toEqual([name, negation === null ? 400 : 200])
      expect([name, await filtered({ operator: name })]).toEqual([name, value === 'none' ? 200 : 400])
    }
  })

  test('types of filters', async () => {
    const KEYS_OF: Record<string, readonly string[]> = {
      session: words.session_properties,
      element: ['text'],
      hogql: ['1 = 1'],
      event_metadata: ['distinct_id', 'timestamp', '$group_0'],
      person_metadata: ['created_at', 'is_identified'],
    }
    for (const type of words.filter_types) {
      const more = type === 'group' ? { group_type_index: 0 } : {}
      const keys = KEYS_OF[type] ?? ['a']
      for (const key of keys)
        expect([key, await filtered({ key, operator: 'exact', value: 1, type, ...more })]).toEqual([key, 200])
    }
  })

  test('dates', async () => {
    const [kind] = words.kinds
    if (kind === undefined) throw new Error('There is no kind')
    const ask = (date: string) => statusOf(nodeOf(kind, { dateRange: { date_from: date, date_to: date } }))
    for (const unit of Object.keys(words.dates.units))
      for (const form of words.dates.relative) {
        const date = form.replace('{n}', '1').replace('{unit}', unit)
        expect([date, await ask(date)]).toEqual([date, 200])
      }
    const written = (form: string) =>
      form
        .replace('YYYY', '2026')
        .replace('MM', '11')
        .replace('DD', '19')
        .replace('hh', '10')
        .replace('mm', '30')
        .replace('ss', '00')
    for (const form of words.dates.absolute) expect([form, await ask(written(form))]).toEqual([form, 200])
  })
})
