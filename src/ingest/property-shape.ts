import { plainText } from '#shared/json-text.ts'
import { storableName } from '#shared/storable-name.ts'
import type { SentMap } from './wire/sent-map.ts'

/** Kinds of property values, with the names that the definition endpoints use. */
export type PropertyKind = 'String' | 'Numeric' | 'Boolean' | 'DateTime'

/** Names and kinds of an event's properties. The kind of lists, objects and null is null. */
export interface PropertyShape {
  readonly properties: readonly { readonly name: string; readonly kind: PropertyKind | null }[]
}

const MAX_PROPERTIES = 500
/**
 * Limits of the cache of shapes: the number of nodes in the tree of sequences, and the number of characters
 * in all property names.
 */
const MAX_NODES = 100_000
const MAX_CHARACTERS = 4_000_000

/**
 * A sequence of properties, as a node of a tree. `next` leads to the sequences with one more property: first
 * by the kind of that property, then by its name.
 */
interface Node {
  readonly next: Map<PropertyKind | null, Map<string, Node>>
  shape: PropertyShape | null
}

// A program sends the same few shapes repeatedly. A shape is found name by name, because JavaScript caches
// the hash of a name in its string. Joining all names into one key took three times as long.
let root = createNode()
let nodes = 0
let characters = 0

function createNode(): Node {
  return { next: new Map(), shape: null }
}

/**
 * Returns the shape of an event's first 500 properties. Events with the same names and kinds in the same
 * order get the same frozen object, until the cache is full and is emptied.
 */
export function shapeOf(properties: SentMap): PropertyShape {
  const names = Object.keys(properties)
  if (names.length > MAX_PROPERTIES) names.length = MAX_PROPERTIES
  if (nodes > MAX_NODES || characters > MAX_CHARACTERS) forget()
  let node = root
  for (const name of names) node = nextNode(node, kindOf(properties[name]), name)
  node.shape ??= makeShape(names, properties)
  return node.shape
}

function forget(): void {
  root = createNode()
  nodes = 0
  characters = 0
}

function nextNode(node: Node, kind: PropertyKind | null, name: string): Node {
  let ofKind = node.next.get(kind)
  if (ofKind === undefined) {
    ofKind = new Map()
    node.next.set(kind, ofKind)
  }
  const known = ofKind.get(name)
  if (known !== undefined) return known
  const made = createNode()
  ofKind.set(name, made)
  nodes++
  characters += name.length
  return made
}

function makeShape(names: readonly string[], properties: SentMap): PropertyShape {
  // Names are cut when they are stored. Names that are equal after the cut are one property.
  const kinds = new Map(names.map((name) => [storableName(name), kindOf(properties[name])]))
  return Object.freeze({
    properties: Object.freeze(Array.from(kinds, ([name, kind]) => Object.freeze({ name, kind }))),
  })
}

function kindOf(value: unknown): PropertyKind | null {
  if (typeof value === 'string') return kindOfText(value)
  if (typeof value === 'number') return 'Numeric'
  return typeof value === 'boolean' ? 'Boolean' : null
}

const DASH = 45
function kindOfText(text: string): PropertyKind {
  // An integer that a double cannot hold exactly is parsed as a text with a mark.
  if (plainText(text) !== text) return 'Numeric'
  return text.charCodeAt(4) === DASH && looksLikeDate(text) ? 'DateTime' : 'String'
}

/** ISO 8601 with at least a date, in the forms that the date operators of filters read. */
const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(?:Z|[+-]\d\d:?\d\d)?$/i
/** Longer texts are not dates. */
const MAX_DATE_CHARACTERS = 100

const looksLikeDate = (text: string) => text.length <= MAX_DATE_CHARACTERS && ISO.test(text)
