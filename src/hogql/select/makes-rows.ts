import { type HogqlNode, ownNodesIn } from '#hogql/expression.ts'
import { definitionOf } from '#hogql/functions/functions.ts'

/** Whether a part makes several rows from one, as arrayJoin does. */
export const makesRows = (node: HogqlNode): boolean =>
  ownNodesIn(node).some((part) => part.kind === 'call' && definitionOf(part.name).makesRows === true)
