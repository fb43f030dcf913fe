import { attrOf, type Path } from '#shared/field-paths.ts'
import { notSupported } from '#shared/request-error.ts'
import type { PropertySubject } from '#values/property-subject.ts'
import { type SessionProperty, sessionPropertyOf } from '#values/session-properties.ts'
import { conditionNode } from './condition-node.ts'
import { type HogqlExpression, type HogqlNode, nodesIn } from './expression.ts'
import { COLUMNS } from './fields.ts'

/**
 * A condition divided into parts that are each about one subject, so that each part can be evaluated on the
 * rows of its subject. A part about a session reads only one property.
 */
export type SubjectParts =
  | { readonly kind: 'and' | 'or' | 'not'; readonly parts: readonly SubjectParts[] }
  | { readonly kind: 'about'; readonly on: PropertySubject; readonly node: HogqlNode }

/**
 * @throws RequestError if one operation reads several subjects, such as
 * `properties.plan = person.properties.plan`.
 */
export const subjectParts = (expression: HogqlExpression, path: Path): SubjectParts =>
  partsOf(conditionNode(expression), path)

function partsOf(node: HogqlNode, path: Path): SubjectParts {
  const [first = 'event', other] = distinct(subjectsIn(node))
  const [key, otherKey] = sessionProperties(node)
  if (other === undefined && otherKey === undefined) return { kind: 'about', on: first, node }
  const isLogic = node.kind === 'call' && (node.name === 'and' || node.name === 'or' || node.name === 'not')
  if (isLogic && node.kind === 'call')
    return { kind: node.name as 'and' | 'or' | 'not', parts: node.args.map((arg) => partsOf(arg, path)) }
  const what =
    other === undefined
      ? `the properties ${key} and ${otherKey} of the session`
      : `properties of the ${named(first)} and of the ${named(other)}`
  throw notSupported(`A HogQL expression that uses ${what} in one operation`, attrOf(path))
}

/**
 * Returns the properties of the session that a part reads, each once, by the names that they have in the
 * table.
 */
export const sessionProperties = (root: HogqlNode): SessionProperty[] => [
  ...new Set(
    nodesIn(root).flatMap((node) =>
      node.kind === 'property' && node.on === 'session' ? (sessionPropertyOf(node.key) ?? []) : [],
    ),
  ),
]

const named = (on: PropertySubject) => (typeof on === 'string' ? on : `group ${on.group}`)

/** Returns the subjects that a part reads. A subject is repeated as often as it is read. */
export function subjectsIn(root: HogqlNode): PropertySubject[] {
  return nodesIn(root).flatMap((node) => {
    if (node.kind === 'property' || node.kind === 'json') return [node.on]
    return node.kind === 'column' ? [COLUMNS[node.name]?.on ?? 'event'] : []
  })
}

const distinct = (subjects: readonly PropertySubject[]) => [
  ...new Map(subjects.map((on) => [named(on), on] as const)).values(),
]
