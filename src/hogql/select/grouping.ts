import type { CheckContext, Checked } from '#hogql/check/checked.ts'
import { definitionOf, functionNamed } from '#hogql/functions/functions.ts'
import type { SelectSyntax } from '#hogql/syntax/select-syntax.ts'
import type { Syntax } from '#hogql/syntax/syntax.ts'

/** Returns the direct parts of a part. The parts of a query inside it are not among them. */
function partsOf(syntax: Syntax): readonly Syntax[] {
  switch (syntax.kind) {
    case 'call':
      return syntax.args
    case 'array':
    case 'tuple':
      return syntax.items
    case 'index':
      return [syntax.of, syntax.index]
    case 'lambda':
      return [syntax.body]
    case 'cast':
      return [syntax.of]
    case 'window':
      return [
        ...(syntax.of.kind === 'call' ? syntax.of.args : []),
        ...syntax.over.partitionBy,
        ...syntax.over.orderBy.map(({ value }) => value),
      ]
    default:
      return []
  }
}

/**
 * Whether a part has an aggregate. A window function is no aggregate, but the arguments and keys of its
 * window may have one. Queries inside the part do not count.
 */
export function isAggregate(syntax: Syntax): boolean {
  const name = syntax.kind === 'call' ? functionNamed(syntax.name) : null
  if (name !== null && definitionOf(name).isAggregate === true) return true
  return partsOf(syntax).some(isAggregate)
}

/** Whether a SELECT has one row for each group, or for all of its rows. */
export const isGrouped = ({ groupBy, having, items, orderBy }: SelectSyntax): boolean =>
  groupBy.length > 0 ||
  having !== null ||
  items.some((item) => item.kind === 'value' && isAggregate(item.value)) ||
  orderBy.some(({ value }) => isAggregate(value))

/** Returns a part as text without positions. Parts that are written alike have the same text. */
export const writtenAs = (syntax: Syntax): string =>
  JSON.stringify(syntax, (key, value: unknown) => (key === 'at' ? undefined : value))

/** A key of GROUP BY, with its syntax and its checked node as JSON text, so that keys can be compared. */
export interface GroupKey {
  readonly written: string
  readonly node: string
  readonly part: Checked
}

export const groupKeyOf = (syntax: Syntax, part: Checked): GroupKey => ({
  written: writtenAs(syntax),
  node: JSON.stringify(part.node),
  part,
})

/**
 * Returns the key that equals a part: the part is written like the key, or is another name of the same
 * column or property.
 */
export function findGroupKey(
  keys: readonly GroupKey[],
  context: CheckContext,
  syntax: Syntax,
): Checked | null {
  const written = writtenAs(syntax)
  const alike = keys.find((key) => key.written === written)
  if (alike !== undefined) return alike.part
  if (keys.length === 0 || (syntax.kind !== 'field' && syntax.kind !== 'index')) return null
  // The part is checked like an expression over a single row, in which all fields can be read.
  const { node } = context.check(syntax, { ...context, aggregates: 'refused' })
  const same = JSON.stringify(node)
  return keys.find((key) => key.node === same)?.part ?? null
}
