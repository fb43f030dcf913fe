import type {
  Cell,
  CellType,
  GivenSelect,
  GivenSource,
  GivenStatement,
  GivenTable,
  GivenValue,
} from './statement-definition.ts'

/** Returns a statement as text, as a client writes it. */
export function writtenStatement({ selects, isDistinctUnion, order, limit }: GivenStatement): string {
  const union = isDistinctUnion ? ' union distinct ' : ' union all '
  const keys = order?.map(
    ({ isDescending, nulls }, i) => `${i + 1}${isDescending ? ' desc' : ''} nulls ${nulls}`,
  )
  const clauses = [
    ...(keys === undefined ? [] : [` order by ${keys.join(', ')}`]),
    ...(limit === null ? [] : [` limit ${limit.count} offset ${limit.offset}`]),
  ]
  return selects.map(written).join(union) + clauses.join('')
}

/** More rows than any statement here has. */
const LIMIT = 50_000

/**
 * Returns a statement as text that has all rows: without a limit the server would return the first 100,
 * which are any rows if there is no order. A LIMIT after the last member of a UNION would apply to that
 * member only, so a query around it takes the limit.
 */
export function unlimitedStatement(statement: GivenStatement): string {
  const query = writtenStatement(statement)
  if (statement.limit !== null) return query
  return statement.selects.length > 1 ? `select * from (${query}) limit ${LIMIT}` : `${query} limit ${LIMIT}`
}

function written({ items, from, join, where, groupBy, having, isDistinct }: GivenSelect): string {
  const tables = new Map(
    [from, ...(join === null ? [] : [join.source])].flatMap(({ alias, of }) =>
      typeof of === 'string' ? [[alias, of] as const] : [],
    ),
  )
  const value = (given: GivenValue, type?: CellType) => writtenValue(given, tables, type)
  const kind = join?.isLeft === true ? 'left join' : 'join'
  return [
    `select ${isDistinct ? 'distinct ' : ''}${items.map((item) => `${value(item.value, item.type)} as ${item.name}`).join(', ')}`,
    ` from ${sourceOf(from)}`,
    join === null ? '' : ` ${kind} ${sourceOf(join.source)} on ${value(join.left)} = ${value(join.right)}`,
    where === null ? '' : ` where ${value(where)}`,
    groupBy === null || groupBy.length === 0
      ? ''
      : ` group by ${groupBy.map((key) => keyOf(key, value)).join(', ')}`,
    having === null ? '' : ` having ${value(having)}`,
  ].join('')
}

/** Returns a key for GROUP BY. A plain number there would mean the column with that index. */
const keyOf = (key: GivenValue, value: (given: GivenValue) => string) =>
  key.kind === 'written' && typeof key.value === 'number' ? `${value(key)} + 0` : value(key)

const sourceOf = ({ alias, of }: GivenSource) =>
  typeof of === 'string' ? `${of} ${alias}` : `(${writtenStatement(of)}) ${alias}`

type Fields = Readonly<Record<string, (alias: string) => string>>
const OF_EVENTS: Fields = {
  plan: (alias) => `${alias}.properties.plan`,
  n: (alias) => `${alias}.properties.n`,
  'a key': (alias) => `${alias}.properties['a key']`,
  day: (alias) => `toDate(${alias}.timestamp)`,
  hour: (alias) => `toHour(${alias}.timestamp)`,
  session: (alias) => `${alias}.$session_id`,
  company: (alias) => `${alias}.$group_0`,
}
const OF_SESSIONS: Fields = {
  id: (alias) => `${alias}.session_id`,
  sent: (alias) => `${alias}.$event_count`,
  seconds: (alias) => `${alias}.$session_duration`,
  bounced: (alias) => `${alias}.$is_bounce`,
  day: (alias) => `toDate(${alias}.$start_timestamp)`,
  last: (alias) => `toDate(${alias}.$end_timestamp)`,
  hour: (alias) => `toHour(${alias}.$start_timestamp)`,
}
const OF_GROUPS: Fields = { size: (alias) => `${alias}.properties.size` }
const OF: Readonly<Record<GivenTable, Fields>> = {
  events: OF_EVENTS,
  sessions: OF_SESSIONS,
  groups: OF_GROUPS,
}
const INSTANTS: Readonly<Partial<Record<GivenTable, string>>> = { sessions: '$start_timestamp' }

type Tables = ReadonlyMap<string, GivenTable>

function writtenValue(given: GivenValue, tables: Tables, type?: CellType): string {
  const of = (value: GivenValue) => writtenValue(value, tables)
  switch (given.kind) {
    case 'field':
      return fieldOf(given.source, given.name, tables)
    case 'written':
      return literal(given.value, type)
    case 'toFloat':
    case 'lower':
      return `${given.kind}(${of(given.of)})`
    case 'not':
      return `(not ${of(given.of)})`
    case 'isNull':
      return `(${of(given.of)} is null)`
    case 'plus':
      return `(${of(given.a)} + ${of(given.b)})`
    case 'coalesce':
      return `coalesce(${of(given.a)}, ${of(given.b)})`
    case 'compare':
      return `(${of(given.a)} ${given.sign} ${of(given.b)})`
    case 'and':
    case 'or':
      return `(${of(given.a)} ${given.kind} ${of(given.b)})`
    case 'if':
      return `if(${of(given.condition)}, ${of(given.yes)}, ${of(given.no)})`
    case 'in':
      return `(${of(given.of)} ${given.isIn ? 'in' : 'not in'} (${given.values.map((value) => writtenText(value)).join(', ')}))`
    case 'among':
      return `(${of(given.of)} ${given.isIn ? 'in' : 'not in'} (${writtenStatement(given.set)}))`
    case 'since':
      return `(${given.source}.${INSTANTS[tables.get(given.source) ?? 'events'] ?? 'timestamp'} ${given.isAfter ? '>=' : '<'} '${given.wall}')`
    case 'aggregate':
      return `${given.name}(${of(given.of)})`
  }
}

function fieldOf(source: string, name: string, tables: Tables): string {
  const table = tables.get(source)
  return (table === undefined ? undefined : OF[table][name])?.(source) ?? `${source}.${name}`
}

const literal = (value: Cell, _type?: CellType) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? `toDate('${value}')` : writtenText(value)
const writtenText = (value: Cell) => (typeof value === 'string' ? `'${value}'` : String(value))
