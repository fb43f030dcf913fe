import type { HogqlExpression, HogqlNode } from './expression.ts'
import { isArray } from './functions/definition.ts'

/**
 * Returns an expression as a condition. The condition is true for the text 'true', for a number that is not
 * 0, for a date that is not null, and for an array that has elements.
 */
export function conditionNode({ root, type }: HogqlExpression): HogqlNode {
  if (type === 'boolean') return root
  if (type === 'numeral') {
    const number = { kind: 'convert', from: 'text', to: 'number', of: root } as const
    return { kind: 'convert', from: 'number', to: 'boolean', of: number }
  }
  if (type === 'text' || type === 'number') return { kind: 'convert', from: type, to: 'boolean', of: root }
  return { kind: 'call', name: isArray(type) ? 'notEmpty' : 'isNotNull', type: 'boolean', args: [root] }
}
