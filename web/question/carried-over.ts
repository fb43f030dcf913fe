import type { QueryNode } from '#web/api/query-node.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Applies to `now` the changes that lead from `before` to `after`. They are changed fields, and changed
 * fields of an object in a field, such as `funnelsFilter`.
 * Controls next to an answer need this function. They change the question of the answer, and the changes that
 * the form has made since then must not be lost.
 */
export function carriedOver(now: QueryNode, before: QueryNode, after: QueryNode): QueryNode {
  return merged(now, before, after, 1) as QueryNode
}

function merged(now: Fields, before: Fields, after: Fields, depth: number): Fields {
  const changed = { ...now }
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, fresh, current] = [before[name], after[name], now[name]]
    if (old === fresh) continue
    if (fresh === undefined) delete changed[name]
    else if (depth > 0 && isFields(fresh) && isFields(current))
      changed[name] = merged(current, isFields(old) ? old : {}, fresh, depth - 1)
    else changed[name] = fresh
  }
  return changed
}
