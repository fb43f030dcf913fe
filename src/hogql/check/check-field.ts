import type { HogqlNode } from '#hogql/expression.ts'
import { COLUMNS, fieldOf } from '#hogql/fields.ts'
import { isNumeric } from '#hogql/numeric-properties.ts'
import { refuseAt } from '#hogql/refuse.ts'
import type { Syntax } from '#hogql/syntax/syntax.ts'
import { isSessionNumber, SESSION_PROPERTIES, sessionPropertyOf } from '#values/session-properties.ts'
import { type CheckContext, type Checked, madeOf, type NamedPart, type PropertyPath } from './checked.ts'
import { convert } from './convert.ts'

/**
 * Checks a name, a property, or a value inside a property that holds JSON.
 * @throws RequestError for an unknown name.
 */
export function checkField(context: CheckContext, syntax: Syntax & { kind: 'field' }): Checked {
  const { chain, at } = syntax
  const { lambda } = context
  if (chain.length === 1 && lambda !== null && chain[0] === lambda.name)
    return { node: { kind: 'variable' }, type: lambda.type, at, cost: 1, growth: 1 }
  const found = namedPart(context, syntax)
  if (found === null)
    throw refuseAt(context.source, at, `has the unknown field '${shown(chain)}'${hintFor(context, chain)}`)
  if (found.kind === 'properties') return propertyAt(context, found.path, at)
  if (found.kind === 'column') requireReadable(context, at)
  return found.part
}

function namedPart(context: CheckContext, syntax: Syntax & { kind: 'field' }): NamedPart | null {
  if (context.statement !== null) return context.statement.named(context, syntax)
  const { chain, at } = syntax
  const field = fieldOf(chain)
  if (field === null) return null
  if (field.kind === 'properties') return { kind: 'properties', path: field }
  const type = COLUMNS[field.name]?.type ?? 'text'
  const node = { kind: 'column', name: field.name } as const
  return { kind: 'column', part: { node, type, at, cost: 1, growth: type === 'text' ? 1 : 0 } }
}

const shown = (chain: readonly string[]) => chain.join('.').slice(0, 60)
// Returns the end of the error for an unknown field: the names that are possible.
const hintFor = ({ statement }: CheckContext, chain: readonly string[]) => {
  if (statement !== null) return statement.hint
  return chain.length === 1
    ? `: write properties.${shown(chain)} for a property; columns are ${Object.keys(COLUMNS).join(', ')}`
    : ': fields are properties.x, person.properties.x, group_0.properties.x and the columns'
}

function requireReadable({ source, lambda, aggregates, statement }: CheckContext, at: number): void {
  if (lambda !== null)
    throw refuseAt(
      source,
      at,
      `has a field inside a lambda, which can only read '${lambda.name}' and literals`,
      'not_supported',
    )
  if (aggregates === 'possible')
    throw refuseAt(
      source,
      at,
      `has a field outside an aggregate${statement === null ? '' : ' that GROUP BY does not have'}`,
    )
}

/** Returns the path of a part that is a property: a field, followed by keys. Null for any other part. */
export function propertyPathOf(context: CheckContext, syntax: Syntax): PropertyPath | null {
  if (syntax.kind === 'field') return pathOfField(context, syntax)
  if (syntax.kind !== 'index') return null
  const of = propertyPathOf(context, syntax.of)
  if (of === null) return null
  if (syntax.index.kind === 'value') {
    const { value } = syntax.index
    const isPlace = Number.isSafeInteger(value) && value !== 0 && of.keys.length > 0
    if (typeof value === 'string' || (typeof value === 'number' && isPlace))
      return { ...of, keys: [...of.keys, value] }
  }
  throw refuseAt(
    context.source,
    syntax.index.at,
    'has a key that is neither a text literal nor a position from 1',
  )
}

function pathOfField(context: CheckContext, syntax: Syntax & { kind: 'field' }): PropertyPath | null {
  const isVariable = syntax.chain.length === 1 && syntax.chain[0] === context.lambda?.name
  const found = isVariable ? null : namedPart(context, syntax)
  return found === null || found.kind === 'item' ? null : (found.path ?? null)
}

function isNumberOfSession(key: string): boolean {
  const property = sessionPropertyOf(key)
  return property !== null && isSessionNumber(property)
}

/** @throws RequestError for `properties` without a key. */
export function propertyAt(context: CheckContext, { on, keys, source }: PropertyPath, at: number): Checked {
  requireReadable(context, at)
  const [key, ...inside] = keys
  if (typeof key !== 'string' || key === '')
    throw refuseAt(context.source, at, 'has properties without a key: write properties.plan')
  // In an expression by itself, such as a filter, `source` is undefined. Another check then refuses this
  // property, with the field path of the expression.
  if (on === 'session' && source !== undefined && sessionPropertyOf(key) === null)
    throw refuseAt(
      context.source,
      at,
      `has the unknown property '${key.slice(0, 60)}' of sessions, which have ${SESSION_PROPERTIES.join(', ')}`,
    )
  const known = { type: 'text', at, cost: 1, growth: 1 } as const
  const from = (of: HogqlNode): HogqlNode =>
    source === undefined ? of : { kind: 'ref', source, type: 'text', of }
  if (inside.length === 0) {
    const node = from({ kind: 'property', on, key })
    const text = { node, ...known }
    if (on === 'session' && isNumberOfSession(key)) return convert(context, text, 'number')
    return isNumeric(context.numbers, on, key) ? { ...text, type: 'numeral' } : text
  }
  const json = from({ kind: 'json', on, key })
  const args = inside.map(
    (value) => ({ kind: 'value', type: typeof value === 'number' ? 'number' : 'text', value }) as const,
  )
  const node = { kind: 'call', name: 'JSONExtractString', type: 'text', args: [json, ...args] } as const
  return madeOf(context, at, { ...known, node, cost: keys.length })
}
