import { isOnce, pickOf } from '../fixtures/hogql-values.ts'
import { type SeededRandom, seededRandom } from '../fixtures/seeded-random.ts'
import type {
  AggregateName,
  Cell,
  CellType,
  GivenSelect,
  GivenSource,
  GivenStatement,
  GivenValue,
  StatementEvent,
} from './statement-definition.ts'

/** An event with random values, missing values, and texts that are numbers. */
export function statementEvent(random: SeededRandom): StatementEvent {
  const properties: Record<string, unknown> = {}
  const give = (key: string, values: readonly unknown[]) => {
    if (!isOnce(random, 4)) properties[key] = pickOf(random, values)
  }
  give('plan', ['pro', 'free', 'PRO', '', '5', 5, null, true])
  give('n', [5, 5, 2.5, -1, 0, '5', ' 7 ', '1 000', 'many', '', null, false, '05', '.5'])
  give('a key', ['pro', 'x', '2026-11-18', 2])
  give('$session_id', ['s1', 's2', 's3', ''])
  give('$groups', [{ company: 'acme' }, { company: 'umbrella' }, {}])
  return {
    event: pickOf(random, ['paid', 'seen', 'left']),
    distinct_id: pickOf(random, ['ada', 'bob', 'cid']),
    atMs: Date.UTC(2026, 10, 17) + random.between(0, 3 * 24 * 4) * 900_000,
    properties,
  }
}

/** An event that states the size of a company. */
export const companyEvent = (random: SeededRandom, key: string): StatementEvent => ({
  event: '$groupidentify',
  distinct_id: `$company_${key}`,
  atMs: Date.UTC(2026, 10, 17) + random.between(0, 3 * 24 * 4) * 900_000,
  properties: {
    $group_type: 'company',
    $group_key: key,
    $group_set: { size: pickOf(random, [5, '5', 'large', 2.5]) },
  },
})

interface Column {
  readonly source: string
  readonly name: string
  readonly type: CellType
}
const TYPES = ['text', 'number', 'boolean', 'day'] as const
const EVENT_COLUMNS: readonly Omit<Column, 'source'>[] = [
  ...['event', 'distinct_id', 'plan', 'n', 'a key'].map((name) => ({ name, type: 'text' as const })),
  { name: 'day', type: 'day' },
  { name: 'hour', type: 'number' },
  { name: 'session', type: 'text' },
  { name: 'company', type: 'text' },
]
const SESSION_COLUMNS: readonly Omit<Column, 'source'>[] = [
  { name: 'id', type: 'text' },
  { name: 'sent', type: 'number' },
  { name: 'seconds', type: 'number' },
  { name: 'bounced', type: 'boolean' },
  { name: 'day', type: 'day' },
  { name: 'last', type: 'day' },
  { name: 'hour', type: 'number' },
]
const GROUP_COLUMNS: readonly Omit<Column, 'source'>[] = [
  { name: 'index', type: 'number' },
  { name: 'key', type: 'text' },
  { name: 'size', type: 'text' },
]
const COLUMNS = { events: EVENT_COLUMNS, sessions: SESSION_COLUMNS, groups: GROUP_COLUMNS }
const WRITTEN: Readonly<Record<CellType, readonly Cell[]>> = {
  text: ['pro', 'free', '5', '', 'ada', null],
  number: [0, 1, 5, 2.5, -1],
  boolean: [true, false],
  day: ['2026-11-17', '2026-11-18', '2026-11-19'],
}

/** Makes the statement with this number; always the same statement for a number. */
export function givenStatement(number: number): GivenStatement {
  const random = seededRandom(number * 2_654_435_761)
  for (let i = 0; i < 5; i++) random.between(0, 1)
  return statementOf({ random, count: { aliases: 0 } }, 1)
}

interface Maker {
  readonly random: SeededRandom
  readonly count: { aliases: number }
}

function statementOf(maker: Maker, depth: number, types?: readonly CellType[]): GivenStatement {
  const { random } = maker
  const first = selectOf(maker, depth, types)
  const wanted = first.items.map(({ type }) => type)
  const selects = isOnce(random, 6) ? [first, selectOf(maker, depth, wanted)] : [first]
  // Only a query around a UNION can order its rows. At the top level there is no such query, so a UNION is
  // not ordered.
  const isOrdered = selects.length === 1 && isOnce(random, 2)
  const order = isOrdered
    ? wanted.map(() => ({
        isDescending: isOnce(random, 2),
        nulls: pickOf(random, ['first', 'last'] as const),
      }))
    : null
  const limit =
    isOrdered && isOnce(random, 2) ? { count: random.between(0, 5), offset: random.between(0, 2) } : null
  return { selects, isDistinctUnion: isOnce(random, 2), order, limit }
}

function selectOf(maker: Maker, depth: number, types?: readonly CellType[]): GivenSelect {
  const { random } = maker
  const from = sourceOf(maker, depth)
  const second = isOnce(random, 3) ? sourceOf(maker, depth) : null
  const columns = columnsOf(from)
  const key = second === null ? null : pickOf(random, ['text', 'number', 'day'] as const)
  const join =
    second === null || key === null
      ? null
      : {
          isLeft: isOnce(random, 2),
          source: second,
          left: fieldIn(random, columns, key),
          right: fieldIn(random, columnsOf(second), key),
        }
  const all = second === null ? columns : [...columns, ...columnsOf(second)]
  const wanted = types ?? Array.from({ length: random.between(1, 3) }, () => pickOf(random, TYPES))
  const named = (value: GivenValue, i: number) => ({
    name: `c${i}`,
    type: wanted[i] ?? ('text' as const),
    value,
  })
  const where = isOnce(random, 2) ? conditionOf(maker, all, 2) : null
  const isGrouped = isOnce(random, 3)
  const shared = { from, join, where, isDistinct: isOnce(random, 6) }
  if (!isGrouped) {
    const items = wanted.map((type, i) => named(valueIn(maker, all, type, 2), i))
    return { ...shared, items, groupBy: null, having: null }
  }
  const keys: GivenValue[] = []
  const items = wanted.map((type, i) => {
    const aggregate = isOnce(random, 2) ? aggregateOf(maker, all, type) : null
    if (aggregate !== null) return named(aggregate, i)
    const value = valueIn(maker, all, type, 1)
    keys.push(value)
    return named(value, i)
  })
  const count: GivenValue = { kind: 'aggregate', name: 'count', of: { kind: 'written', value: 1 } }
  const having: GivenValue | null = isOnce(random, 3)
    ? {
        kind: 'compare',
        sign: pickOf(random, ['=', '!=', '<', '>='] as const),
        a: count,
        b: { kind: 'written', value: random.between(0, 3) },
      }
    : null
  return { ...shared, items, groupBy: keys, having }
}

function sourceOf(maker: Maker, depth: number): GivenSource {
  maker.count.aliases++
  const alias = `t${maker.count.aliases}`
  if (depth > 0 && isOnce(maker.random, 3)) return { alias, of: statementOf(maker, depth - 1) }
  return { alias, of: pickOf(maker.random, ['events', 'events', 'sessions', 'groups'] as const) }
}

const columnsOf = ({ alias, of }: GivenSource): Column[] =>
  typeof of === 'string'
    ? COLUMNS[of].map((column) => ({ ...column, source: alias }))
    : (of.selects[0]?.items ?? []).map(({ name, type }) => ({ name, type, source: alias }))

/** Returns a field of a source as a value of the given type. A number may be made from a text. */
function fieldIn(random: SeededRandom, columns: readonly Column[], type: CellType): GivenValue {
  const own = columns.filter((column) => column.type === type)
  if (own.length > 0 && (type !== 'number' || isOnce(random, 2))) return field(pickOf(random, own))
  const texts = columns.filter((column) => column.type === 'text')
  if (type === 'number' && texts.length > 0) return { kind: 'toFloat', of: field(pickOf(random, texts)) }
  const any = field(pickOf(random, columns))
  const written = WRITTEN[type].filter((value) => value !== null)
  const yes = pickOf(random, written)
  const other = written.find((value) => value !== yes) ?? yes
  // Any type can be made from any field, so that a join always has a key. The two results differ, because
  // with equal ones the engine (26.7) fails in some joins, code 44.
  return {
    kind: 'if',
    condition: { kind: 'isNull', of: any },
    yes: { kind: 'written', value: yes },
    no: { kind: 'written', value: other },
  }
}

const field = ({ source, name }: Column): GivenValue => ({ kind: 'field', source, name })

function valueIn(maker: Maker, columns: readonly Column[], type: CellType, depth: number): GivenValue {
  const { random } = maker
  if (type === 'boolean')
    return isOnce(random, 4) ? fieldIn(random, columns, type) : conditionOf(maker, columns, depth)
  if (depth <= 0 || isOnce(random, 2))
    return isOnce(random, 5)
      ? { kind: 'written', value: pickOf(random, WRITTEN[type]) }
      : fieldIn(random, columns, type)
  const inside = () => valueIn(maker, columns, type, depth - 1)
  if (isOnce(random, 3))
    return { kind: 'if', condition: conditionOf(maker, columns, depth - 1), yes: inside(), no: inside() }
  if (type === 'number') return { kind: 'plus', a: inside(), b: inside() }
  return type === 'text' && isOnce(random, 2)
    ? { kind: 'lower', of: fieldIn(random, columns, 'text') }
    : { kind: 'coalesce', a: fieldIn(random, columns, type), b: inside() }
}

function conditionOf(maker: Maker, columns: readonly Column[], depth: number): GivenValue {
  const { random } = maker
  const type = pickOf(random, ['text', 'number', 'day'] as const)
  const a = valueIn(maker, columns, type, 0)
  const ofEvents = columns.filter(({ name }) => name === 'hour')
  if (ofEvents.length > 0 && isOnce(random, 5)) {
    const hour = String(random.between(0, 23)).padStart(2, '0')
    const wall = `2026-11-${random.between(17, 19)} ${hour}:00:00`
    return { kind: 'since', source: pickOf(random, ofEvents).source, wall, isAfter: isOnce(random, 2) }
  }
  if (depth > 0 && isOnce(random, 3)) {
    const [one, other] = [conditionOf(maker, columns, depth - 1), conditionOf(maker, columns, depth - 1)]
    if (isOnce(random, 3)) return { kind: 'not', of: one }
    return { kind: pickOf(random, ['and', 'or'] as const), a: one, b: other }
  }
  if (isOnce(random, 6)) return { kind: 'isNull', of: a }
  if (isOnce(random, 6)) {
    const values = WRITTEN[type].filter((value) => value !== null).slice(0, random.between(1, 3))
    return { kind: 'in', of: a, values, isIn: isOnce(random, 2) }
  }
  if (depth > 0 && isOnce(random, 6))
    return { kind: 'among', of: a, set: statementOf(maker, 0, [type]), isIn: isOnce(random, 2) }
  const b = valueIn(maker, columns, type, 0)
  return {
    kind: 'compare',
    sign: pickOf(random, ['=', '!=', '<', '>='] as const),
    a,
    b: b.kind === 'written' && b.value === null ? a : b,
  }
}

function aggregateOf(maker: Maker, columns: readonly Column[], type: CellType): GivenValue | null {
  const { random } = maker
  if (type === 'boolean') return null
  const names: readonly AggregateName[] =
    type === 'number' ? ['count', 'countIf', 'sum', 'min', 'max', 'uniq'] : ['min', 'max']
  const name = pickOf(random, names)
  const ofType =
    name === 'countIf' ? 'boolean' : name === 'count' || name === 'uniq' ? pickOf(random, TYPES) : type
  return { kind: 'aggregate', name, of: valueIn(maker, columns, ofType, 1) }
}
