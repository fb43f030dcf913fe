import { type HogqlExpression, nodesIn } from './expression.ts'

/** The time that `now()` is: the start of the minute, so that a cached result is the answer for as long. */
export const minuteOf = (nowMs: number): number => nowMs - (nowMs % 60_000)

/** Whether the value of an expression changes while time passes. */
export const readsTime = ({ root }: HogqlExpression): boolean =>
  nodesIn(root).some((node) => node.kind === 'call' && (node.name === 'now' || node.name === 'today'))
