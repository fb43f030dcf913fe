import type { PropertySubject } from '#values/property-subject.ts'
import { columnOf } from './fields.ts'
import { type CheckedQuery, type CheckedWindow, partsOfQuery, partsOfWindow } from './select/checked-query.ts'

/**
 * The types of single values. A number is a double. `time` is an instant in the project's time zone, and
 * `day` is a calendar day. A value of any type except a boolean can be missing (null). A comparison with a
 * missing value is false, and its negation is true. `person` is the id of a person. It can only be
 * compared, counted and shown, because the event store knows persons by numbers of its own.
 */
export const SCALAR_TYPES = ['text', 'number', 'boolean', 'time', 'day', 'person'] as const
export type ScalarType = (typeof SCALAR_TYPES)[number]
/**
 * The type of an expression. A `numeral` is a property that is defined as numeric, in the form in which it
 * was sent. It is a text until it is compared, ordered or used in a computation; then it is a number.
 */
export type HogqlType = ScalarType | `${ScalarType}[]` | 'numeral'

/**
 * A part of a checked expression. Every function and column is known, and every argument has the required
 * type.
 */
export type HogqlNode =
  | { readonly kind: 'value'; readonly type: ScalarType; readonly value: string | number | boolean | null }
  /** A property as text. */
  | { readonly kind: 'property'; readonly on: PropertySubject; readonly key: string }
  /** A property as JSON text. */
  | { readonly kind: 'json'; readonly on: PropertySubject; readonly key: string }
  | { readonly kind: 'column'; readonly name: string }
  /** The parameter of the lambda that surrounds this part. */
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
  /**
   * A value that a part reads from a table or query in FROM. This kind and the kinds below occur only in
   * statements. `of` is a column, a property or the JSON of a property.
   */
  | { readonly kind: 'ref'; readonly source: string; readonly type: HogqlType; readonly of: HogqlNode }
  | { readonly kind: 'window'; readonly of: HogqlNode; readonly over: CheckedWindow }
  | {
      readonly kind: 'among'
      readonly of: HogqlNode
      readonly query: CheckedQuery
      readonly isIn: boolean
    }
  /** The only value of a query in brackets; null if the query has no row. */
  | { readonly kind: 'query'; readonly query: CheckedQuery }
  /** The filters of the request, as a condition on the events of a source. */
  | { readonly kind: 'filters'; readonly source: string }
  | { readonly kind: 'member'; readonly of: HogqlNode; readonly cohortId: number; readonly isIn: boolean }

/**
 * An expression that can be printed for the engine. It is pure data without positions in the text, because
 * it is a part of a cached question's key.
 */
export interface HogqlExpression {
  /** The text as it was sent, to be repeated in the answer. */
  readonly text: string
  readonly type: HogqlType
  readonly isAggregate: boolean
  readonly root: HogqlNode
}

function ownPartsOf(node: HogqlNode): readonly HogqlNode[] {
  switch (node.kind) {
    case 'call':
      return node.args
    case 'array':
      return node.items
    case 'convert':
    case 'ref':
    case 'member':
    case 'among':
      return [node.of]
    case 'window':
      return [node.of, ...partsOfWindow(node.over)]
    case 'lambda':
      return [node.body]
    default:
      return []
  }
}

const partsOf = (node: HogqlNode): readonly HogqlNode[] =>
  node.kind === 'among' || node.kind === 'query'
    ? [...ownPartsOf(node), ...partsOfQuery(node.query)]
    : ownPartsOf(node)

/** Whether the value of a node is an array. */
export function isOfArray(node: HogqlNode): boolean {
  switch (node.kind) {
    case 'array':
    case 'call':
    case 'ref':
      return node.type.endsWith('[]')
    case 'convert':
      return node.to.endsWith('[]')
    case 'query':
      return node.query.columns[0]?.type.endsWith('[]') === true
    case 'window':
      return isOfArray(node.of)
    default:
      return false
  }
}

/** Whether the value of a node is an instant. The node must be an instant or a number. */
export function isOfTime(node: HogqlNode): boolean {
  switch (node.kind) {
    case 'value':
    case 'call':
    case 'ref':
      return node.type === 'time'
    case 'convert':
      return node.to === 'time'
    case 'column':
      return columnOf(node.name)?.type === 'time'
    case 'query':
      return node.query.columns[0]?.type === 'time'
    case 'window':
      return isOfTime(node.of)
    default:
      return false
  }
}

/** Returns the node for a property's JSON text, given the node for its text. Null for any other node. */
export function jsonOf(node: HogqlNode): HogqlNode | null {
  if (node.kind === 'property') return { ...node, kind: 'json' }
  if (node.kind !== 'ref') return null
  const json = jsonOf(node.of)
  return json === null ? null : { ...node, of: json }
}

/**
 * Returns a node with parts replaced by `change`, from the outside in. If `change` returns null, the part
 * stays unchanged. Queries inside the node stay unchanged.
 */
export function mapNode(node: HogqlNode, change: (part: HogqlNode) => HogqlNode | null): HogqlNode {
  const changed = change(node)
  if (changed !== null) return changed
  const map = (part: HogqlNode) => mapNode(part, change)
  switch (node.kind) {
    case 'call':
      return { ...node, args: node.args.map(map) }
    case 'array':
      return { ...node, items: node.items.map(map) }
    case 'lambda':
      return { ...node, body: map(node.body) }
    case 'convert':
    case 'among':
    case 'member':
    case 'window':
      return { ...node, of: map(node.of) }
    default:
      return node
  }
}

/** Returns a node and all parts that it consists of, including the parts of queries inside it. */
export const nodesIn = (node: HogqlNode): HogqlNode[] => [node, ...partsOf(node).flatMap(nodesIn)]

/**
 * Returns a node and all parts that it consists of, except the parts of queries inside it, which read
 * sources of their own.
 */
export const ownNodesIn = (node: HogqlNode): HogqlNode[] => [node, ...ownPartsOf(node).flatMap(ownNodesIn)]
