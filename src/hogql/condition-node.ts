import type { HogqlExpression, HogqlNode } from './expression.ts'
import { isArray } from './functions/definition.ts'

/**
 * Returns an expression as a condition. A text holds if it is 'true', a number if it is not 0, a date if it
 * is not null, an array if it has elements.
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
