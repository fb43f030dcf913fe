import { callOf } from '#hogql/check/check-call.ts'
import type { CheckContext, Checked } from '#hogql/check/checked.ts'
import { rewritten } from '#hogql/check/rewrite-call.ts'
import { definitionOf, functionNamed } from '#hogql/functions/functions.ts'
import { refuseAt } from '#hogql/refuse.ts'
import type { Syntax } from '#hogql/syntax/syntax.ts'
import type { CheckedWindow } from './checked-query.ts'
import { orderNode } from './order-node.ts'

type Window = Syntax & { kind: 'window' }

/**
 * Checks a call with OVER. Its parts are checked in the context `inside`.
 * @throws RequestError for a function that has no window, and outside of SELECT and ORDER BY.
 */
export function checkWindow(
  context: CheckContext,
  inside: CheckContext,
  { of, over, at }: Window,
  isAllowed: boolean,
): Checked {
  const { source } = context
  if (!isAllowed || context.lambda !== null || context.aggregates === 'around')
    throw refuseAt(
      source,
      at,
      'has an OVER outside the columns of SELECT and the keys of ORDER BY: put it into a subquery in FROM',
    )
  const call = of.kind === 'call' ? rewritten(context, of) : of
  const name = call.kind === 'call' ? functionNamed(call.name) : null
  const definition = name === null ? null : definitionOf(name)
  const hasWindow = definition?.isWindow === true || definition?.isAggregate === true
  if (call.kind !== 'call' || name === null || !hasWindow || call.call.isDistinct)
    throw refuseAt(
      source,
      at,
      'has an OVER after something that is not an aggregate or a window function',
      'not_supported',
    )
  if (over.frame !== null && definition?.hasNoFrame === true)
    throw refuseAt(source, at, `has a frame of ${name}, which counts all rows of its window: leave it out`)
  const part = callOf(inside, inside, { ...call, name })
  return { ...part, node: { kind: 'window', of: part.node, over: windowOf(inside, over) } }
}

const windowOf = (context: CheckContext, { partitionBy, orderBy, frame }: Window['over']): CheckedWindow => ({
  partitionBy: partitionBy.map((key) => context.check(key, context).node),
  orderBy: orderBy.map(({ value, ...order }) => ({
    ...order,
    of: orderNode(context, context.check(value, context)),
  })),
  frame,
})
