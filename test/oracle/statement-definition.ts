import { instantShowing, wallTime } from './local-time.ts'

/**
 * A value of a row. Texts, numbers and booleans are themselves, a day is its text, and a missing value is
 * null.
 */
export type Cell = string | number | boolean | null
export type CellType = 'text' | 'number' | 'boolean' | 'day'

export interface StatementEvent {
  readonly event: string
  readonly distinct_id: string
  readonly atMs: number
  readonly properties: Readonly<Record<string, unknown>>
}

export type GivenValue =
  | { readonly kind: 'field'; readonly source: string; readonly name: string }
  | { readonly kind: 'written'; readonly value: Cell }
  | { readonly kind: 'toFloat' | 'lower' | 'not' | 'isNull'; readonly of: GivenValue }
  | { readonly kind: 'plus' | 'coalesce'; readonly a: GivenValue; readonly b: GivenValue }
  | { readonly kind: 'compare'; readonly sign: Sign; readonly a: GivenValue; readonly b: GivenValue }
  | { readonly kind: 'and' | 'or'; readonly a: GivenValue; readonly b: GivenValue }
  | { readonly kind: 'if'; readonly condition: GivenValue; readonly yes: GivenValue; readonly no: GivenValue }
  | { readonly kind: 'in'; readonly of: GivenValue; readonly values: readonly Cell[]; readonly isIn: boolean }
  | { readonly kind: 'among'; readonly of: GivenValue; readonly set: GivenStatement; readonly isIn: boolean }
  | { readonly kind: 'since'; readonly source: string; readonly wall: string; readonly isAfter: boolean }
  | { readonly kind: 'aggregate'; readonly name: AggregateName; readonly of: GivenValue }
export type Sign = '=' | '!=' | '<' | '>='
export type AggregateName = 'count' | 'countIf' | 'sum' | 'min' | 'max' | 'uniq'

export type GivenTable = 'events' | 'sessions' | 'groups'
export interface GivenSource {
  readonly alias: string
  readonly of: GivenTable | GivenStatement
}
export interface GivenSelect {
  readonly items: readonly { readonly name: string; readonly type: CellType; readonly value: GivenValue }[]
  readonly from: GivenSource
  readonly join: {
    readonly isLeft: boolean
    readonly source: GivenSource
    readonly left: GivenValue
    readonly right: GivenValue
  } | null
  readonly where: GivenValue | null
  /** Null for a SELECT that does not group. */
  readonly groupBy: readonly GivenValue[] | null
  readonly having: GivenValue | null
  readonly isDistinct: boolean
}
export interface GivenStatement {
  readonly selects: readonly GivenSelect[]
  readonly isDistinctUnion: boolean
  /** The order by all columns, from the first to the last; null without an order. */
  readonly order: readonly { readonly isDescending: boolean; readonly nulls: 'first' | 'last' }[] | null
  readonly limit: { readonly count: number; readonly offset: number } | null
}

interface World {
  readonly events: readonly StatementEvent[]
  readonly timezone: string
}
/** A row of a FROM clause: the fields of each source. */
type Row = Readonly<Record<string, Readonly<Record<string, Cell>> & { readonly atMs?: number }>>

/** Implements docs/hogql.md: returns the rows of a statement. */
export function rowsOf(statement: GivenStatement, world: World): Cell[][] {
  const all = statement.selects.flatMap((select) => rowsOfSelect(select, world))
  const rows = statement.isDistinctUnion && statement.selects.length > 1 ? distinct(all) : all
  const { order, limit } = statement
  const ordered = order === null ? rows : rows.toSorted((a, b) => compareRows(a, b, order))
  return limit === null ? ordered : ordered.slice(limit.offset, limit.offset + limit.count)
}

const distinct = (rows: readonly Cell[][]): Cell[][] => [
  ...new Map(rows.map((row) => [JSON.stringify(row), row])).values(),
]

function rowsOfSelect(select: GivenSelect, world: World): Cell[][] {
  const { items, where, groupBy, having, isDistinct } = select
  const rows = rowsOfFrom(select, world).filter((row) => where === null || cell(where, [row], world) === true)
  const groups = groupBy === null ? rows.map((row) => [row]) : groupsOf(rows, groupBy, world)
  const kept = groups.filter((group) => having === null || cell(having, group, world) === true)
  const made = kept.map((group) => items.map(({ value }) => cell(value, group, world)))
  return isDistinct ? distinct(made) : made
}

/** Without a key all rows are one group, even if there are no rows. */
function groupsOf(rows: readonly Row[], keys: readonly GivenValue[], world: World): Row[][] {
  if (keys.length === 0) return [[...rows]]
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = JSON.stringify(keys.map((one) => cell(one, [row], world)))
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()]
}

function rowsOfFrom({ from, join }: GivenSelect, world: World): Row[] {
  const first = rowsOfSource(from, world)
  if (join === null) return first
  const others = rowsOfSource(join.source, world)
  return first.flatMap((row): Row[] => {
    const key = cell(join.left, [row], world)
    const found = others.filter((other) => key !== null && cell(join.right, [other], world) === key)
    if (found.length > 0) return found.map((other) => ({ ...row, ...other }))
    return join.isLeft ? [{ ...row, [join.source.alias]: {} }] : []
  })
}

function rowsOfSource({ alias, of }: GivenSource, world: World): Row[] {
  if (typeof of === 'string') return TABLES[of](world).map((row) => ({ [alias]: row }))
  const [first] = of.selects
  return rowsOf(of, world).map((row) => ({
    [alias]: Object.fromEntries(row.map((value, i) => [first?.items[i]?.name ?? '', value])),
  }))
}

const TABLES: Readonly<Record<GivenTable, (world: World) => Row[string][]>> = {
  events: ({ events, timezone }) => events.map((event) => fieldsOf(event, timezone)),
  sessions: sessionRows,
  groups: groupRows,
}

const sessionOf = ({ properties }: StatementEvent) =>
  typeof properties.$session_id === 'string' ? properties.$session_id : ''

/**
 * Returns a row for each session. There are no views here, so a session is a bounce if it lasts less than ten
 * seconds.
 */
function sessionRows({ events, timezone }: World): Row[string][] {
  const ids = [...new Set(events.map(sessionOf))].filter((id) => id !== '')
  return ids.map((id) => {
    const times = events.filter((event) => sessionOf(event) === id).map(({ atMs }) => atMs)
    const [first, last] = [Math.min(...times), Math.max(...times)]
    const [wall, end] = [wallTime(first, timezone), wallTime(last, timezone)]
    return {
      ...{ id, sent: times.length, seconds: (last - first) / 1000, bounced: last - first < 10_000 },
      ...{ day: wall.slice(0, 10), last: end.slice(0, 10), hour: Number(wall.slice(11, 13)), atMs: first },
    }
  })
}

const companyOf = ({ properties }: StatementEvent): string | null =>
  (properties.$groups as { company?: string } | undefined)?.company ?? null

/** Returns a row for each company that an event belongs to or that a `$groupidentify` names. */
function groupRows({ events }: World): Row[string][] {
  const told = events.filter(({ event }) => event === '$groupidentify')
  const keys = [...events.map(companyOf), ...told.map(({ properties }) => String(properties.$group_key))]
  return [...new Set(keys.filter((key) => key !== null))].map((key) => {
    const about = told.find(({ properties }) => properties.$group_key === key)
    return {
      index: 0,
      key,
      size: textOf((about?.properties.$group_set as { size?: unknown } | undefined)?.size),
    }
  })
}

function fieldsOf(given: StatementEvent, timezone: string) {
  const { event, distinct_id, atMs, properties } = given
  const wall = wallTime(atMs, timezone)
  const ofProperties = Object.entries(properties).map(([key, value]) => [key, textOf(value)] as const)
  return {
    ...Object.fromEntries(ofProperties),
    ...{ event, distinct_id, atMs, day: wall.slice(0, 10), hour: Number(wall.slice(11, 13)) },
    // The empty session id means no session.
    ...{ session: sessionOf(given) || null, company: companyOf(given) },
  }
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)

/** Returns a value of a group of rows: a value that all its rows share, or an aggregate of all its rows. */
function cell(given: GivenValue, group: readonly Row[], world: World): Cell {
  const of = (value: GivenValue) => cell(value, group, world)
  switch (given.kind) {
    case 'field':
      return group[0]?.[given.source]?.[given.name] ?? null
    case 'written':
      return given.value
    case 'toFloat':
      return numberOf(of(given.of))
    case 'lower':
      return map(of(given.of), (value) => String(value).toLowerCase())
    case 'not':
      return of(given.of) !== true
    case 'isNull':
      return of(given.of) === null
    case 'plus': {
      const [a, b] = [of(given.a), of(given.b)]
      return a === null || b === null ? null : Number(a) + Number(b)
    }
    case 'coalesce':
      return of(given.a) ?? of(given.b)
    case 'compare':
      return isNullWritten(given.a)
        ? isOrNot(given.sign, of(given.b) === null)
        : compares(given.sign, of(given.a), of(given.b))
    case 'and':
      return of(given.a) === true && of(given.b) === true
    case 'or':
      return of(given.a) === true || of(given.b) === true
    case 'if':
      return of(given.condition) === true ? of(given.yes) : of(given.no)
    case 'in':
      return isAmong(of(given.of), given.values) === given.isIn
    case 'among':
      return (
        isAmong(
          of(given.of),
          rowsOf(given.set, world).map(([value]) => value ?? null),
        ) === given.isIn
      )
    case 'since':
      return isSince(given, group[0], world)
    case 'aggregate':
      return aggregate(
        given.name,
        group.map((row) => cell(given.of, [row], world)),
      )
  }
}

const map = (value: Cell, change: (value: Cell) => Cell): Cell => (value === null ? null : change(value))

/** Reads a decimal number from a text after removing its spaces. */
function numberOf(value: Cell): Cell {
  if (value === null || typeof value === 'number') return value
  const compact = String(value).replaceAll(' ', '')
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(compact) ? Number(compact) : null
}

/** Null is in no set. */
const isAmong = (value: Cell, set: readonly Cell[]) => value !== null && set.includes(value)

/** `null = x` asks whether x is missing. */
const isNullWritten = (given: GivenValue) => given.kind === 'written' && given.value === null
const isOrNot = (sign: Sign, isMissing: boolean) =>
  (sign === '=' && isMissing) || (sign === '!=' && !isMissing)

function compares(sign: Sign, a: Cell, b: Cell): boolean {
  if (a === null || b === null) return sign === '!='
  if (sign === '=') return a === b
  if (sign === '!=') return a !== b
  return sign === '<' ? a < b : a >= b
}

function isSince(
  { source, wall, isAfter }: GivenValue & { kind: 'since' },
  row: Row | undefined,
  { timezone }: World,
): boolean {
  const atMs = row?.[source]?.atMs
  if (atMs === undefined) return false
  const bound = instantShowing(wall, timezone)
  return isAfter ? atMs >= bound : atMs < bound
}

/** Aggregates leave null values out. */
function aggregate(name: AggregateName, all: readonly Cell[]): Cell {
  const values = all.filter((value) => value !== null)
  if (name === 'count') return values.length
  if (name === 'countIf') return values.filter((value) => value === true).length
  if (name === 'uniq') return new Set(values).size
  if (values.length === 0) return null
  if (name === 'sum') return values.reduce((sum: number, value) => sum + Number(value), 0)
  return values.reduce((best, value) => ((name === 'min' ? value < best : value > best) ? value : best))
}

function compareRows(
  a: readonly Cell[],
  b: readonly Cell[],
  order: NonNullable<GivenStatement['order']>,
): number {
  for (const [i, { isDescending, nulls }] of order.entries()) {
    const [one, other] = [a[i] ?? null, b[i] ?? null]
    if (one === other) continue
    if (one === null || other === null) return (one === null) === (nulls === 'first') ? -1 : 1
    return one < other === isDescending ? 1 : -1
  }
  return 0
}
