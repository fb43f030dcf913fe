import type {
  Cell,
  CellType,
  GivenSelect,
  GivenSource,
  GivenStatement,
  GivenValue,
} from './statement-definition.ts'

/** A statement as a client writes it. */
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

function written({ items, from, join, where, groupBy, having, isDistinct }: GivenSelect): string {
  const events = new Set(
    [from, ...(join === null ? [] : [join.source])].flatMap(({ alias, of }) =>
      of === 'events' ? [alias] : [],
    ),
  )
  const value = (given: GivenValue, type?: CellType) => writtenValue(given, events, type)
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

/** A number among the keys would be the place of a column. */
const keyOf = (key: GivenValue, value: (given: GivenValue) => string) =>
  key.kind === 'written' && typeof key.value === 'number' ? `${value(key)} + 0` : value(key)

const sourceOf = ({ alias, of }: GivenSource) =>
  of === 'events' ? `events ${alias}` : `(${writtenStatement(of)}) ${alias}`

const OF_EVENTS: Readonly<Record<string, (alias: string) => string>> = {
  plan: (alias) => `${alias}.properties.plan`,
  n: (alias) => `${alias}.properties.n`,
  'a key': (alias) => `${alias}.properties['a key']`,
  day: (alias) => `toDate(${alias}.timestamp)`,
  hour: (alias) => `toHour(${alias}.timestamp)`,
}

function writtenValue(given: GivenValue, events: ReadonlySet<string>, type?: CellType): string {
  const of = (value: GivenValue) => writtenValue(value, events)
  switch (given.kind) {
    case 'field':
      return (
        (events.has(given.source) ? OF_EVENTS[given.name] : undefined)?.(given.source) ??
        `${given.source}.${given.name}`
      )
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
      return `(${given.source}.timestamp ${given.isAfter ? '>=' : '<'} '${given.wall}')`
    case 'aggregate':
      return `${given.name}(${of(given.of)})`
  }
}

const literal = (value: Cell, _type?: CellType) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? `toDate('${value}')` : writtenText(value)
const writtenText = (value: Cell) => (typeof value === 'string' ? `'${value}'` : String(value))
