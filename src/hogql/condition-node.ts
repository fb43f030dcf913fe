import type { HogqlExpression, HogqlNode } from './expression.ts'
import { isArray } from './functions/definition.ts'

/**
 * An expression as a condition: a text holds where it is 'true', a number where it is not 0, a date where there is one, an
 * array where it has elements.
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
