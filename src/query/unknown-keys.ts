import { z } from 'zod'
import { quoted, suggestion } from '#contract/nearest-name.ts'
import type { Warning } from '#contract/warning.ts'
import { attrOf, type Path } from '#shared/field-paths.ts'
import { isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { invalid, type RequestError } from '#shared/request-error.ts'
import { filterParts } from './filter-parts.ts'
import { isHarmlessKey, type PlaceOfKeys } from './harmless-keys.ts'
import { BreakdownFilter } from './node.ts'
import { LEAF_KEYS } from './parse-filter-leaf.ts'
import { GROUP_KEYS, parseFiltersText } from './parse-filters.ts'

/** A key in a question that this version does not know, and the keys that it knows in the same object. */
export interface UnknownKey {
  readonly path: Path
  readonly key: string
  /** The name of the object in a sentence: `A filter`. */
  readonly noun: string
  readonly known: readonly string[]
}

/** Describes an object of a question by the schema of its fields. */
export interface QuestionShape {
  readonly schema: z.ZodObject
  readonly noun: string
  readonly place: PlaceOfKeys
  /**
   * Schemas of the fields that `schema` leaves unchecked, by their keys. For a list it is the schema of a
   * member.
   */
  readonly members?: Readonly<Record<string, z.ZodObject>>
}

/** Maximum number of unknown keys to return, because a saved question may contain any number of them. */
const MOST = 100

/**
 * Returns the unknown keys of a question as its sender wrote it, at any depth, at most 100. Values are not
 * checked.
 */
export function unknownKeys(question: JsonObject, shape: QuestionShape, path: Path = []): UnknownKey[] {
  return inObject(question, shape, path).slice(0, MOST)
}

function inObject(
  value: JsonObject,
  { schema, noun, place, members }: QuestionShape,
  path: Path,
): UnknownKey[] {
  const isNode = place === 'series' && 'event' in schema.shape
  const isInner = isNode && !('nodes' in schema.shape)
  const others = isInner ? FIELDS_OF_INNER : FIELDS_OF_OTHERS
  const without = isNode && typeof value.kind === 'string' ? others[value.kind] : []
  // A series of another kind has fields that the table does not describe. Parsing refuses it because of its
  // kind.
  if (without === undefined) return []
  const known = Object.keys(schema.shape).filter((key) => !without.includes(key))
  return Object.entries(value).flatMap(([key, part]) => {
    if (part === undefined) return []
    const at = [...path, key]
    const field = known.includes(key) ? schema.shape[key] : undefined
    // The schema of a kind without breakdowns has no `breakdownFilter`. It is still not an unknown key
    // there, because the kind itself refuses a breakdown that asks for rows.
    if (field === undefined && place === 'node' && key === 'breakdownFilter')
      return inField(part, { field: BreakdownFilter, key, members }, at)
    if (field === undefined) return isHarmlessKey(place, key) ? [] : [{ path: at, key, noun, known }]
    if (FILTERS.includes(key)) return inFilters(part, at)
    return inField(part, { field: members?.[key] ?? innerOf(field, part), key, members }, at)
  })
}

/** For the kind of each node in a series, the fields in the schema of series that this node does not have. */
const FIELDS_OF_OTHERS: Readonly<Record<string, readonly string[]>> = {
  EventsNode: ['id', 'operator', 'nodes'],
  ActionsNode: ['event', 'operator', 'nodes'],
  GroupNode: ['event', 'id'],
}

/** Like {@link FIELDS_OF_OTHERS}, for an event inside a group, which cannot be a group itself. */
const { GroupNode: _, ...FIELDS_OF_INNER } = FIELDS_OF_OTHERS

/** Fields that contain filters, in every object that has them. */
const FILTERS = ['properties', 'fixedProperties']

interface Field {
  readonly field: z.ZodType
  readonly key: string
  readonly members: QuestionShape['members']
}

function inField(part: unknown, { field, key, members }: Field, path: Path): UnknownKey[] {
  const member = field instanceof z.ZodArray ? innerOf(field.element as z.ZodType) : field
  if (!(member instanceof z.ZodObject)) return []
  const list = asList(part)
  if (list !== null)
    return list.flatMap((one, i) =>
      isJsonObject(one) ? inMember(one, { field: member, key, members }, [...path, i]) : [],
    )
  return isJsonObject(part) ? inMember(part, { field: member, key, members }, path) : []
}

function inMember(
  part: JsonObject,
  { field, key, members }: Field & { readonly field: z.ZodObject },
  path: Path,
): UnknownKey[] {
  const noun = MEMBERS[key]
  const place = QUESTIONS[key] ?? (noun === undefined ? 'section' : 'series')
  return inObject(part, { schema: field, noun: noun ?? key, place, ...(members && { members }) }, path)
}

/** Fields that contain a question of their own. */
const QUESTIONS: Readonly<Record<string, PlaceOfKeys>> = { funnel_filter: 'flat', funnelSource: 'node' }

const MEMBERS: Readonly<Record<string, string>> = {
  series: 'A series',
  nodes: 'An event of a group',
  events: 'An event of a question',
  actions: 'An action of a question',
  exclusions: 'An exclusion',
  targetEntity: 'An event of a question',
  returningEntity: 'An event of a question',
  target_entity: 'An event of a question',
  returning_entity: 'An event of a question',
}

// Query strings and old saved filters contain lists as JSON text.
function asList(value: unknown): readonly unknown[] | null {
  const list = parseFiltersText(value)
  return Array.isArray(list) ? list : null
}

/**
 * Returns the schema without `nullish` and the like. If the schema is a union, returns the member that has
 * the value's `kind`, or the first one if none has.
 */
function innerOf(schema: z.ZodType, value?: unknown): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return innerOf(schema.unwrap() as z.ZodType, value)
  if (schema instanceof z.ZodPipe) return innerOf(schema.in as z.ZodType, value)
  if (!(schema instanceof z.ZodUnion)) return schema
  const options = schema.options as readonly z.ZodType[]
  return innerOf(options.find((option) => isOfKind(option, value)) ?? (options[0] as z.ZodType), value)
}

function isOfKind(option: z.ZodType, value: unknown): boolean {
  if (!(option instanceof z.ZodObject) || !isJsonObject(value)) return false
  const { kind } = option.shape
  return kind instanceof z.ZodLiteral && kind.values.has(value.kind as string)
}

function inFilters(filters: unknown, path: Path): UnknownKey[] {
  return filterParts(filters, path).flatMap((part) => {
    const known = part.kind === 'leaf' ? LEAF_KEYS : GROUP_KEYS
    const noun = part.kind === 'leaf' ? 'A filter' : 'A group of filters'
    return Object.keys(part.value)
      .filter((key) => !known.includes(key) && !isHarmlessKey(part.kind, key))
      .map((key) => ({ path: [...part.path, key], key, noun, known }))
  })
}

/** Makes the error about an unknown key, for a question that is answered at once. */
export const refusalOf = (unknown: UnknownKey): RequestError =>
  invalid('unknown_field', sentenceOf(unknown), attrOf(unknown.path))

/**
 * Makes the warning about an unknown key, for the answer to a saved question. The saved question keeps the
 * key.
 */
export const warningOfKey = (unknown: UnknownKey): Warning => ({
  code: 'unknown_field',
  detail: `${sentenceOf(unknown)} It was not used.`,
  attr: attrOf(unknown.path),
})

const sentenceOf = ({ key, noun, known }: UnknownKey): string =>
  `${noun} has no field ${quoted(key)}. ${suggestion(key, known)}`
