import type { PropertySubject } from '#query/filter.ts'

/**
 * A number is a double, `time` an instant in the project's time zone, `day` a calendar day. Any but a boolean can be missing
 * (null); a comparison with a missing value is false, its negation true.
 */
export const SCALAR_TYPES = ['text', 'number', 'boolean', 'time', 'day'] as const
export type ScalarType = (typeof SCALAR_TYPES)[number]
export type HogqlType = ScalarType | `${ScalarType}[]`

/** A part of a checked expression. Every function and column is known, and every argument has the type that it must have. */
export type HogqlNode =
  | { readonly kind: 'value'; readonly type: ScalarType; readonly value: string | number | boolean | null }
  /** A property as text. */
  | { readonly kind: 'property'; readonly on: PropertySubject; readonly key: string }
  /** A property as JSON text. */
  | { readonly kind: 'json'; readonly on: PropertySubject; readonly key: string }
  | { readonly kind: 'column'; readonly name: string }
  /** The parameter of the lambda around it. */
  | { readonly kind: 'variable' }
  | { readonly kind: 'lambda'; readonly body: HogqlNode }
  | { readonly kind: 'array'; readonly type: HogqlType; readonly items: readonly HogqlNode[] }
  | { readonly kind: 'convert'; readonly from: HogqlType; readonly to: HogqlType; readonly of: HogqlNode }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly type: HogqlType
      readonly args: readonly HogqlNode[]
    }

/** An expression that can be printed for the engine. Pure data without the places of its parts: part of a cached question's key. */
export interface HogqlExpression {
  /** As it was sent, for the echo of a question. */
  readonly text: string
  readonly type: HogqlType
  readonly isAggregate: boolean
  readonly root: HogqlNode
}

function partsOf(node: HogqlNode): readonly HogqlNode[] {
  if (node.kind === 'call') return node.args
  if (node.kind === 'array') return node.items
  if (node.kind === 'convert') return [node.of]
  return node.kind === 'lambda' ? [node.body] : []
}

/** A node and all that it is made of. */
export const nodesIn = (node: HogqlNode): HogqlNode[] => [node, ...partsOf(node).flatMap(nodesIn)]
