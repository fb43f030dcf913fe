import { refuseAt } from '#hogql/refuse.ts'
import { call, operation, type Syntax } from '#hogql/syntax/syntax.ts'
import type { CheckContext } from './checked.ts'

type Call = Syntax & { kind: 'call' }

const value = (of: string | number | null, at: number): Syntax => ({ kind: 'value', value: of, at })

/** Rewrites `toFloat64OrZero(a)`: the result is 0 if `a` is not a number. */
const orZero =
  (name: string) =>
  ({ at, args }: Call): Syntax =>
    operation('ifNull', at, [call(name, at, args), value(0, at)])

/**
 * Rewrites `transform(a, ['x', 'y'], ['1', '2'], 'else')`: the result is the element of the second array at
 * the index that `a` has in the first one.
 */
function transform({ at, args }: Call, { source }: CheckContext): Syntax {
  const [of, from, to, other = of] = args
  const isPair = from?.kind === 'array' && to?.kind === 'array' && from.items.length === to.items.length
  if (of === undefined || other === undefined || !isPair)
    throw refuseAt(
      source,
      at,
      'needs a value and two literal arrays of the same length: transform(a, [1, 2], [3, 4])',
    )
  const choices = from.items.flatMap((item, i) => {
    const found = to.items[i]
    return found === undefined ? [] : [operation('equals', item.at, [of, item]), found]
  })
  return choices.length === 0 ? other : call('multiIf', at, [...choices, other])
}

const EXTRACTED: readonly (readonly [type: RegExp, name: string])[] = [
  [/^(?:Nullable\()?String\)?$/i, 'JSONExtractString'],
  [/^(?:Nullable\()?U?Int\d*\)?$/i, 'JSONExtractInt'],
  [/^(?:Nullable\()?Float\d*\)?$/i, 'JSONExtractFloat'],
  [/^(?:Nullable\()?Bool(?:ean)?\)?$/i, 'JSONExtractBool'],
  [/^Array\((?:Nullable\()?String\)?\)$/i, 'JSONExtractTexts'],
]

/** Rewrites `JSONExtract(a, 'key', 'Float')` to the function for the type that the call names. */
function jsonExtract({ at, args }: Call, { source }: CheckContext): Syntax {
  const type = args.at(-1)
  const written = type?.kind === 'value' ? String(type.value) : ''
  const found = EXTRACTED.find(([pattern]) => pattern.test(written))
  if (found === undefined)
    throw refuseAt(source, at, 'needs a literal type: String, Int, Float, Bool or Array(String)')
  return call(found[1], at, args.slice(0, -1))
}

const PARTS: Readonly<Record<string, string>> = {
  ...{ year: 'toYear', quarter: 'toQuarter', month: 'toMonth', day: 'toDayOfMonth' },
  ...{ hour: 'toHour', minute: 'toMinute', second: 'toSecond', dow: 'toDayOfWeek', doy: 'toDayOfYear' },
}

function datePart({ at, args: [part, of] }: Call, { source }: CheckContext): Syntax {
  const written = part?.kind === 'value' ? String(part.value).toLowerCase() : ''
  const name = Object.hasOwn(PARTS, written) ? PARTS[written] : undefined
  if (name === undefined || of === undefined)
    throw refuseAt(source, at, `needs one of ${Object.keys(PARTS).join(', ')} and a date`)
  return call(name, at, [of])
}

/** Rewrites `arraySum(x -> x * 2, a)`: the sum is computed over the results of the lambda. */
const ofMapped = (syntax: Call): Syntax => {
  const { at, name, args } = syntax
  return args.length === 2 && args[0]?.kind === 'lambda'
    ? call(name, at, [call('arrayMap', at, args)])
    : syntax
}
const sortedBy =
  (name: string) =>
  (syntax: Call): Syntax =>
    syntax.args.length === 2 ? call(name, syntax.at, syntax.args) : syntax

/** Rewrites `toDateTime64(a, 3)`. The precision is left out, because every instant has milliseconds. */
const withoutPrecision = ({ at, args }: Call): Syntax => call('toDateTime', at, args.slice(0, 1))

/** Other names of functions. The keys are these names in lower case. */
export const RENAMED: ReadonlyMap<string, (syntax: Call, context: CheckContext) => Syntax> = new Map<
  string,
  (syntax: Call, context: CheckContext) => Syntax
>([
  ...['tofloatorzero', 'tofloat64orzero', 'tofloat32orzero'].map(
    (name) => [name, orZero('toFloat')] as const,
  ),
  ...['tointorzero', 'toint8orzero', 'toint16orzero', 'toint32orzero', 'toint64orzero', 'touint64orzero'].map(
    (name) => [name, orZero('toInt')] as const,
  ),
  [
    'tofloatordefault',
    ({ at, args: [of, other = value(0, at)] }) =>
      operation('ifNull', at, [call('toFloat', at, of === undefined ? [] : [of]), other]),
  ],
  ['transform', transform],
  ['jsonextract', jsonExtract],
  ['date_part', datePart],
  ['array', ({ at, args }) => ({ kind: 'array', items: args, at })],
  [
    'yesterday',
    ({ at, args }) =>
      operation('addInterval', at, [call('today', at, args), value(-1, at), value('day', at)]),
  ],
  ['now64', ({ at }) => call('now', at, [])],
  ['todatetime64', withoutPrecision],
  ['regexpextract', ({ at, args }) => call(args.length === 3 ? 'extractGroup' : 'extract', at, args)],
  ...['arraysum', 'arrayavg', 'arraymin', 'arraymax'].map((name) => [name, ofMapped] as const),
  ['arraysort', sortedBy('arraySortBy')],
  ['arrayreversesort', sortedBy('arrayReverseSortBy')],
])
