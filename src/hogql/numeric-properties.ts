import { storableName } from '#shared/storable-name.ts'
import type { PropertySubject } from '#values/property-subject.ts'
import { type HogqlNode, nodesIn } from './expression.ts'

/** The properties of a project that are defined as numeric, as {@link propertyName} names them. */
export type NumericProperties = ReadonlySet<string>
export const NO_NUMBERS: NumericProperties = new Set()

/** Stands in place of the index of a group type. It means the property of this name in groups of any type. */
export const EVERY_GROUP_TYPE = -1

/** A property of events, of persons, or of the groups of one type. */
export interface NamedProperty {
  readonly type: 'event' | 'person' | 'group'
  /** -1 for events and persons, and for {@link EVERY_GROUP_TYPE}. */
  readonly groupTypeIndex: number
  readonly name: string
}

export const propertyName = ({ type, groupTypeIndex, name }: NamedProperty): string =>
  `${type} ${groupTypeIndex} ${name}`

/**
 * Returns the property that a key of a subject names, in the form that definitions use. Null for subjects
 * without definitions.
 */
function namedProperty(on: PropertySubject, key: string): NamedProperty | null {
  const name = storableName(key)
  if (typeof on === 'object') return { type: 'group', groupTypeIndex: on.group, name }
  return on === 'event' || on === 'person' ? { type: on, groupTypeIndex: -1, name } : null
}

export function isNumeric(numbers: NumericProperties, on: PropertySubject, key: string): boolean {
  const property = numbers.size === 0 ? null : namedProperty(on, key)
  return property !== null && numbers.has(propertyName(property))
}

/**
 * Returns the properties whose whole value an expression reads. A property is repeated as often as it is
 * read.
 */
export const propertiesIn = (root: HogqlNode): NamedProperty[] =>
  nodesIn(root).flatMap((node) => (node.kind === 'property' ? (namedProperty(node.on, node.key) ?? []) : []))
