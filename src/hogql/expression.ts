import type { PropertySubject } from '#query/filter.ts'
import { columnOf } from './fields.ts'
import { type CheckedQuery, type CheckedWindow, partsOfQuery, partsOfWindow } from './select/checked-query.ts'

/**
 * A number is a double, `time` an instant in the project's time zone, `day` a calendar day. Any but a boolean can be missing
 * (null); a comparison with a missing value is false, its negation true. `person` is the id of a person, which can only be compared, counted
 * and shown: the event store knows persons by numbers of its own.
 */
export const SCALAR_TYPES = ['text', 'number', 'boolean', 'time', 'day', 'person'] as const
export type ScalarType = (typeof SCALAR_TYPES)[number]
/**
 * A `numeral` is a property whose definition is numeric, as it was sent: text until it is compared, ordered
 * or computed with, where it is a number.
 */
export type HogqlType = ScalarType | `${ScalarType}[]` | 'numeral'

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
  /** A value of a table or query of FROM, the others stand in statements only as well. `of` is a column, a property or its JSON. */
  | { readonly kind: 'ref'; readonly source: string; readonly type: HogqlType; readonly of: HogqlNode }
  | { readonly kind: 'window'; readonly of: HogqlNode; readonly over: CheckedWindow }
  | {
      readonly kind: 'among'
      readonly of: HogqlNode
      readonly query: CheckedQuery
      readonly isIn: boolean
    }
  /** The only value of a query; null where it has no row. */
  | { readonly kind: 'query'; readonly query: CheckedQuery }
  /** The filters of the request, as a condition on the events of a source. */
  | { readonly kind: 'filters'; readonly source: string }
  | { readonly kind: 'member'; readonly of: HogqlNode; readonly cohortId: number; readonly isIn: boolean }

/** An expression that can be printed for the engine. Pure data without the places of its parts: part of a cached question's key. */
export interface HogqlExpression {
  /** As it was sent, for the echo of a question. */
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

/** Whether the value of a node that is an instant or a number is an instant. */
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

/** A property as JSON text in place of its text; null for any other node. */
export function jsonOf(node: HogqlNode): HogqlNode | null {
  if (node.kind === 'property') return { ...node, kind: 'json' }
  if (node.kind !== 'ref') return null
  const json = jsonOf(node.of)
  return json === null ? null : { ...node, of: json }
}

/** A node in which `change` replaces parts, from the outside in; null leaves a part as it is. Queries inside stay as they are. */
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

/** A node and all that it is made of, also in the queries inside. */
export const nodesIn = (node: HogqlNode): HogqlNode[] => [node, ...partsOf(node).flatMap(nodesIn)]

/** The same without the parts of queries inside, which read sources of their own. */
export const ownNodesIn = (node: HogqlNode): HogqlNode[] => [node, ...ownPartsOf(node).flatMap(ownNodesIn)]
