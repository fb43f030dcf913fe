import { callOf } from '#hogql/check/check-call.ts'
import type { CheckContext, Checked } from '#hogql/check/checked.ts'
import { rewritten } from '#hogql/check/rewrite-call.ts'
import { definitionOf, functionNamed } from '#hogql/functions/functions.ts'
import { refuseAt } from '#hogql/refuse.ts'
import type { Syntax } from '#hogql/syntax/syntax.ts'
import type { CheckedWindow } from './checked-query.ts'

type Window = Syntax & { kind: 'window' }

/** A call with OVER. @throws RequestError for a function that has no window, and outside SELECT and ORDER BY */
export function checkWindow(context: CheckContext, { of, over, at }: Window, isAllowed: boolean): Checked {
  const { source } = context
  if (!isAllowed || context.lambda !== null || context.aggregates === 'around')
    throw refuseAt(source, at, 'has an OVER outside the items of SELECT and the keys of ORDER BY')
  const call = of.kind === 'call' ? rewritten(context, of) : of
  const name = call.kind === 'call' ? functionNamed(call.name) : null
  const definition = name === null ? null : definitionOf(name)
  const hasWindow = definition?.isWindow === true || definition?.isAggregate === true
  if (call.kind !== 'call' || name === null || !hasWindow || call.call.isDistinct)
    throw refuseAt(source, at, 'has an OVER of other than an aggregate or a window function', 'not_supported')
  const part = callOf(context, context, { ...call, name })
  return { ...part, node: { kind: 'window', of: part.node, over: windowOf(context, over) } }
}

const windowOf = (context: CheckContext, { partitionBy, orderBy, frame }: Window['over']): CheckedWindow => ({
  partitionBy: partitionBy.map((key) => context.check(key, context).node),
  orderBy: orderBy.map(({ value, ...order }) => ({ ...order, of: context.check(value, context).node })),
  frame,
})
