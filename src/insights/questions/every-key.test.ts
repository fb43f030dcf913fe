import { describe, expect, test } from 'vitest'
import { SHOWN_ONLY } from '#query/harmless-keys.ts'
import { PAGED_BREAKDOWN_NODE, SeriesNode } from '#query/node.ts'
import { OneOfSeveral } from '#query/parse-breakdown.ts'
import { LEAF_KEYS } from '#query/parse-filter-leaf.ts'
import { SERIES_MATHS } from '#query/series-math.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { computed, hasEffect, type Shown } from '../../../test/fixtures/changed-keys.ts'
import { BREAKDOWNS, FILTERS, QUESTIONS } from '../../../test/fixtures/changed-questions.ts'
import {
  BREAKDOWN_VALUES,
  DISPLAY_ONLY,
  ENTITY_VALUES,
  IN_ANSWERS,
  LEAF_VALUES,
  MAY_HAVE_NO_EFFECT,
  MEMBER_VALUES,
  NEEDED_BY_MATH,
  SECTION_VALUES,
  SERIES_VALUES,
  type Values,
} from '../../../test/fixtures/key-values.ts'
import { kindOfNode } from './find-kind.ts'

const paid = { kind: 'EventsNode', event: 'paid' }
const ofTrend = (key: string): Shown => (IN_ANSWERS.includes(key) ? 'in answers' : 'in statements')
const ofKind = ({ kind }: JsonObject) => (kind === 'TrendsQuery' ? ofTrend : (): Shown => 'in answers')

/**
 * Returns the changes of `part` that have no effect on the question: each field with the value that it was
 * changed to. Changes that may have no effect are left out.
 */
function idleIn(question: (part: JsonObject) => JsonObject, part: JsonObject, values: Values): string[] {
  const before = question(part)
  expect(computed(before).refused, JSON.stringify(before)).toBeNull()
  return Object.entries(values).flatMap(([key, changes]) =>
    changes
      .filter((value) => JSON.stringify(value) !== JSON.stringify(part[key]))
      .filter((value) => !hasEffect(before, question({ ...part, [key]: value }), key, ofKind(before)(key)))
      .map((value) => `${key}: ${JSON.stringify(value)}`)
      .filter((change) => !mayDoNothing(part, change)),
  )
}

const mayDoNothing = (part: JsonObject, change: string) =>
  MAY_HAVE_NO_EFFECT.some(({ changes }) => changes.test(`${JSON.stringify(part)} ${change}`))

describe('every field of a question has an effect, is refused or is warned of', () => {
  test.each(SERIES_MATHS)('the fields of a series of the math %s', (math) => {
    const ofSeries = (series: JsonObject) => ({ kind: 'TrendsQuery', series: [series] })
    expect(idleIn(ofSeries, { ...paid, math, ...NEEDED_BY_MATH[math] }, SERIES_VALUES)).toEqual([])
  })

  test.each(['a stickiness', 'a lifecycle', 'a funnel', 'a funnel by browser'])(
    'the fields of the first series of %s',
    (name) => {
      const question = QUESTIONS[name] ?? {}
      const [first = {}, ...others] = question['series'] as JsonObject[]
      const ofFirst = (series: JsonObject) => ({ ...question, series: [series, ...others] })
      expect(idleIn(ofFirst, first, SERIES_VALUES)).toEqual([])
    },
  )

  test('the fields of a group of events, and of one of its events', () => {
    const ofGroup = (group: JsonObject) => ({ kind: 'TrendsQuery', series: [group] })
    const seen = { kind: 'EventsNode', event: 'seen' }
    const group = { kind: 'GroupNode', operator: 'OR', nodes: [paid, seen] }
    expect(idleIn(ofGroup, group, SERIES_VALUES)).toEqual([])
    const ofMember = (one: JsonObject) => ofGroup({ ...group, nodes: [one, seen] })
    expect(idleIn(ofMember, paid, SERIES_VALUES)).toEqual([])
  })

  test.each(['targetEntity', 'returningEntity'])('the fields of the %s of a retention', (field) => {
    const ofEntity = (entity: JsonObject) => ({
      kind: 'RetentionQuery',
      retentionFilter: { [field]: entity },
    })
    expect(idleIn(ofEntity, { id: 'paid' }, ENTITY_VALUES)).toEqual([])
  })

  test('the fields of an exclusion of a funnel', () => {
    const exclusion = { kind: 'EventsNode', event: 'left again', funnelFromStep: 0, funnelToStep: 1 }
    const ofExclusion = (one: JsonObject) => ({
      ...QUESTIONS['a funnel'],
      funnelsFilter: { exclusions: [one] },
    })
    const values = { ...SERIES_VALUES, funnelFromStep: [1], funnelToStep: [2], name: [], custom_name: [] }
    expect(idleIn(ofExclusion, exclusion, values)).toEqual([])
  })

  test.each(BREAKDOWNS)('the fields of the breakdown $name', ({ kinds, section }) => {
    for (const question of kinds.map((name): JsonObject => QUESTIONS[name] ?? {})) {
      const ofSection = (breakdownFilter: JsonObject) => ({ ...question, breakdownFilter })
      expect(idleIn(ofSection, section, BREAKDOWN_VALUES), String(question['kind'])).toEqual([])
      const [first, ...others] = (section['breakdowns'] as JsonObject[] | undefined) ?? []
      const ofMember = (one: JsonObject) => ofSection({ ...section, breakdowns: [one, ...others] })
      if (first !== undefined) expect(idleIn(ofMember, first, MEMBER_VALUES)).toEqual([])
    }
  })

  test.each(FILTERS)('the fields of the filter %j', (filter) => {
    const ofFilter = (one: JsonObject) => ({ kind: 'TrendsQuery', series: [paid], properties: [one] })
    expect(idleIn(ofFilter, filter, LEAF_VALUES)).toEqual([])
  })

  test.each(Object.entries(QUESTIONS))('the fields of %s', (_name, question) => {
    expect(idleIn((node) => ({ ...node }), question, SECTION_VALUES[''] ?? {})).toEqual([])
    const { shape = {} } = kindOfNode(question)?.wire.node ?? {}
    for (const [name, values] of Object.entries(SECTION_VALUES)) {
      if (!(name in shape)) continue
      const section = (question[name] as JsonObject | undefined) ?? {}
      const inSection = (part: JsonObject) => ({ ...question, [name]: part })
      expect(idleIn(inSection, section, values), name).toEqual([])
    }
  })
})

describe('the fields that are changed are all that there are', () => {
  test.each([
    ['series', SeriesNode.shape, SERIES_VALUES],
    ['breakdowns', PAGED_BREAKDOWN_NODE.breakdownFilter.unwrap().unwrap().shape, BREAKDOWN_VALUES],
    ['members of breakdowns', OneOfSeveral.shape, MEMBER_VALUES],
    ['filters', Object.fromEntries(LEAF_KEYS.map((key) => [key, null])), LEAF_VALUES],
  ])('of %s', (_name, shape, values) => {
    expect(Object.keys(values).sort()).toEqual(Object.keys(shape).sort())
  })

  test.each([...new Set(Object.values(QUESTIONS).map(({ kind }) => String(kind)))])('of a %s', (kind) => {
    const shape = kindOfNode({ kind })?.wire.node.shape ?? {}
    const changed = Object.entries(SECTION_VALUES).flatMap(([section, values]) =>
      Object.keys(values).map((key) => (section === '' ? key : `${section}.${key}`)),
    )
    const known = [...changed, ...DISPLAY_ONLY, ...SHOWN_ONLY]
    expect(fieldsOf(shape).filter((field) => !known.includes(field))).toEqual([])
  })
})

/**
 * Fields that `fieldsOf` leaves out, because the tests above change the fields of series and of a
 * breakdown.
 */
const ABOVE = ['kind', 'series', 'source', 'breakdownFilter']

function fieldsOf(shape: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(shape).flatMap(([name, schema]) => {
    if (ABOVE.includes(name)) return []
    const inner = sectionIn(schema)
    return inner === null ? [name] : Object.keys(inner).map((key) => `${name}.${key}`)
  })
}

interface Schema {
  readonly shape?: Readonly<Record<string, unknown>>
  readonly unwrap?: () => Schema
}
const sectionIn = (schema: unknown): Readonly<Record<string, unknown>> | null => {
  const { shape, unwrap } = schema as Schema
  if (shape !== undefined) return shape
  return unwrap === undefined ? null : sectionIn((schema as Required<Schema>).unwrap())
}
