import { type HogqlNode, mapNode } from '#hogql/expression.ts'

/** Returns the parts of a condition that are joined by AND. */
export const conjunctsIn = (condition: HogqlNode): readonly HogqlNode[] =>
  condition.kind === 'call' && condition.name === 'and' ? condition.args.flatMap(conjunctsIn) : [condition]

/** Returns the sources that a part reads directly, without the sources of queries inside it. */
export function sourcesIn(node: HogqlNode): ReadonlySet<string> {
  const sources = new Set<string>()
  mapNode(node, (part) => {
    if (part.kind === 'ref') sources.add(part.source)
    return part.kind === 'ref' ? part : null
  })
  return sources
}

/**
 * Whether a part of a join's condition equates a value of this source with a value of the other sources.
 */
export function isEquality(part: HogqlNode, source: string): part is HogqlNode & { kind: 'call' } {
  if (part.kind !== 'call' || part.name !== 'equals') return false
  const sides = part.args.map(sourcesIn)
  const isOwn = (side: ReadonlySet<string>) => side.size === 1 && side.has(source)
  const isOther = (side: ReadonlySet<string>) => side.size > 0 && !side.has(source)
  return sides.length === 2 && sides.some(isOwn) && sides.some(isOther)
}

export const hasEquality = (condition: HogqlNode, source: string): boolean =>
  conjunctsIn(condition).some((part) => isEquality(part, source))
