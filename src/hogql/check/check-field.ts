import { COLUMNS, fieldOf } from '#hogql/fields.ts'
import { refuseAt } from '#hogql/refuse.ts'
import type { Syntax } from '#hogql/syntax/syntax.ts'
import type { PropertySubject } from '#query/filter.ts'
import { type CheckContext, type Checked, madeOf } from './checked.ts'

interface PropertyPath {
  readonly on: PropertySubject
  readonly keys: readonly (string | number)[]
}

/** A name, a property, or something inside a property that holds JSON. @throws RequestError for an unknown name */
export function checkField(context: CheckContext, syntax: Syntax & { kind: 'field' }): Checked {
  const { chain, at } = syntax
  const { lambda } = context
  if (chain.length === 1 && lambda !== null && chain[0] === lambda.name)
    return { node: { kind: 'variable' }, type: lambda.type, at, cost: 1, growth: 1 }
  const field = fieldOf(chain)
  if (field === null)
    throw refuseAt(context.source, at, `has the unknown field '${shown(chain)}'${hintFor(chain)}`)
  requireReadable(context, at)
  if (field.kind === 'properties') return propertyAt(context, field, at)
  const type = COLUMNS[field.name]?.type ?? 'text'
  return { node: { kind: 'column', name: field.name }, type, at, cost: 1, growth: type === 'text' ? 1 : 0 }
}

const shown = (chain: readonly string[]) => chain.join('.').slice(0, 60)
// The event store knows persons by numbers of its own.
const hintFor = (chain: readonly string[]) =>
  chain.length === 1
    ? `: a property is properties.${shown(chain)}, a column one of ${Object.keys(COLUMNS).join(', ')}`
    : ': fields are properties.x, person.properties.x, group_0.properties.x and the columns'

function requireReadable({ source, lambda, aggregates }: CheckContext, at: number): void {
  if (lambda !== null)
    throw refuseAt(
      source,
      at,
      `has a field inside a lambda, which sees '${lambda.name}' and written values`,
      'not_supported',
    )
  if (aggregates === 'possible') throw refuseAt(source, at, 'has a field outside an aggregate')
}

/** The property at a path that begins with a field and goes on with keys, or null for any other part. */
export function propertyPathOf(context: CheckContext, syntax: Syntax): PropertyPath | null {
  if (syntax.kind === 'field') {
    const isVariable = syntax.chain.length === 1 && syntax.chain[0] === context.lambda?.name
    const field = isVariable ? null : fieldOf(syntax.chain)
    return field?.kind === 'properties' ? field : null
  }
  if (syntax.kind !== 'index') return null
  const of = propertyPathOf(context, syntax.of)
  if (of === null) return null
  if (syntax.index.kind === 'value') {
    const { value } = syntax.index
    const isPlace = Number.isSafeInteger(value) && value !== 0 && of.keys.length > 0
    if (typeof value === 'string' || (typeof value === 'number' && isPlace))
      return { on: of.on, keys: [...of.keys, value] }
  }
  throw refuseAt(
    context.source,
    syntax.index.at,
    'has a key that is neither a written text nor a place from 1',
  )
}

/** @throws RequestError for `properties` without a key */
export function propertyAt(context: CheckContext, { on, keys }: PropertyPath, at: number): Checked {
  requireReadable(context, at)
  const [key, ...inside] = keys
  if (typeof key !== 'string' || key === '')
    throw refuseAt(context.source, at, 'has properties without a key: write properties.plan')
  const known = { type: 'text', at, cost: 1, growth: 1 } as const
  if (inside.length === 0) return { node: { kind: 'property', on, key }, ...known }
  const json = { kind: 'json', on, key } as const
  const args = inside.map(
    (value) => ({ kind: 'value', type: typeof value === 'number' ? 'number' : 'text', value }) as const,
  )
  const node = { kind: 'call', name: 'JSONExtractString', type: 'text', args: [json, ...args] } as const
  return madeOf(context, at, { ...known, node, cost: keys.length })
}
