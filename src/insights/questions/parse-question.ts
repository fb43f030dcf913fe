import { z } from 'zod'
import {
  CHART_WRAPPER,
  CORRELATION_NODE,
  INSIGHT_NAMES,
  INSIGHT_NODES,
  INSIGHT_WRAPPER,
  TABLE_NODES,
  TABLE_WRAPPER,
  WRAPPERS,
} from '#contract/insight-kinds.ts'
import type { Warning } from '#contract/warning.ts'
import type { InsightKind } from '#insights/kind/kind.ts'
import { breakdownLeftOut } from '#query/breakdown-left-out.ts'
import type { PlaceOfKeys } from '#query/harmless-keys.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { FLAT_MEMBERS } from '#query/legacy/flat-schema.ts'
import { leavesOf, type Mention, mentionsIn } from '#query/mentions.ts'
import { modifiersLeftOut, zoneAsked } from '#query/modifiers.ts'
import { notOneOf } from '#query/refuse.ts'
import { samplingLeftOut } from '#query/sampling.ts'
import {
  type QuestionShape,
  refusalOf,
  type UnknownKey,
  unknownKeys,
  warningOfKey,
} from '#query/unknown-keys.ts'
import { unreadableRegexes } from '#query/unreadable-regexes.ts'
import { unusedFields } from '#query/unused-fields.ts'
import { statementMentions, valueMentions } from '#query/value-mentions.ts'
import { type FieldPaths, fieldPathsIn } from '#shared/field-paths.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { insightNameOf, KINDS, kindOf, kindOfFilters, kindOfNode, nounOf } from './find-kind.ts'
import type { SavedQuestion } from './saved-question.ts'
import { withSeriesKinds } from './series-kinds.ts'
import { isWrapper, sourceIn } from './wrapped-node.ts'

/** A parsed question, and the paths of its fields in the request. */
export interface ParsedQuestion {
  readonly query: InsightQuery
  /** The question as a query node. */
  readonly node: JsonObject
  readonly at: FieldPaths
  /** Warnings of its answer that do not depend on the project. */
  readonly warnings: readonly Warning[]
  /** Names in the question, which the project may not have. */
  readonly mentions: readonly Mention[]
  /** Returns the warnings that follow from an answer. */
  readonly warningsOfAnswer: WarningsOfAnswer
}

type WarningsOfAnswer = (answer: unknown) => readonly Warning[]

type WhenUnknown = (keys: readonly UnknownKey[]) => Warning[]

const refuseUnknown: WhenUnknown = ([first]) => {
  if (first !== undefined) throw refusalOf(first)
  return []
}
const warnOfUnknown: WhenUnknown = (keys) => keys.map(warningOfKey)

/**
 * Parses flat parameters. `flat` has all parameters of the request. The schema of the kind has checked the
 * ones that it knows.
 * @throws RequestError that names the parameter, also for an unknown one.
 */
export const parseFlat = (kind: InsightKind, flat: JsonObject): ParsedQuestion =>
  fromFlat(kind, flat, refuseUnknownFlat(kind, flat))

/**
 * Refuses keys that are not flat parameters of the kind. Returns no warnings.
 * @throws RequestError for the first such key.
 */
export const refuseUnknownFlat = (kind: InsightKind, flat: JsonObject): Warning[] =>
  refuseUnknown(unknownKeys(flat, shapeOfFlat(kind)))

const shapeOfFlat = (kind: InsightKind): QuestionShape => ({
  schema: kind.wire.flat,
  noun: nounOf(kind).replace(/^a /, 'A '),
  place: 'flat',
  members: FLAT_MEMBERS,
})

function fromFlat(kind: InsightKind, flat: JsonObject, warnings: Warning[]): ParsedQuestion {
  const { node, at } = kind.fromFlat(flat)
  return fromNode(kind, node, at, warnings)
}

function fromNode(kind: InsightKind, node: JsonObject, at: FieldPaths, warnings: Warning[]): ParsedQuestion {
  const query = { ...kind.parse(node, at), ...zoneAsked(node) }
  const named = kind.inSeries(node, at)
  const own = [
    ...unreadableRegexes(leavesOf(named.node, named.at)),
    ...breakdownLeftOut(query, node, at),
    ...samplingLeftOut(named.node, named.at),
    ...unusedFields(query, named.node, named.at),
    ...modifiersLeftOut(node, at),
    ...kind.warnings(query, node, at),
  ]
  const ofKind = kind.mentions?.(node, at) ?? []
  // If a field of the node names a person, the statement that is made from the node names the person too.
  // Such a person is mentioned only once.
  const isOfKind = (id: string) => ofKind.some((one) => one.of === 'person' && one.id.toLowerCase() === id)
  const ofStatement = statementMentions(query, typeof node.query === 'string' ? at('query') : at())
  const mentions = [
    ...mentionsIn(named.node, named.at),
    ...ofKind,
    ...valueMentions(query, named.node, named.at),
    ...ofStatement.filter((one) => one.of !== 'person' || !isOfKind(one.id)),
  ]
  const warningsOfAnswer = (answer: unknown) => kind.warningsOfAnswer?.(query, node, at, answer) ?? []
  return { query, node, at, warnings: [...warnings, ...own], mentions, warningsOfAnswer }
}

const Node = z.looseObject({ kind: z.string() })
const NODES = KINDS.map(({ names }) => names.node)
const ALL_NODES = [...Object.values(INSIGHT_NODES), CORRELATION_NODE, ...TABLE_NODES, ...WRAPPERS]

/**
 * Parses a query node, bare or inside a wrapper such as `InsightVizNode`.
 * @throws RequestError whose attr begins with `query` and goes on with the sender's fields, also for an
 * unknown field.
 */
export const parseNode = (value: unknown): ParsedQuestion => parseNodeWith(value, refuseUnknown)

function parseNodeWith(value: unknown, whenUnknown: WhenUnknown): ParsedQuestion {
  const isWrapped = isWrapper(value, WRAPPERS)
  const path = isWrapped ? ['query', 'source'] : ['query']
  const node = withSeriesKinds(parseValue(Node, sourceIn(value, WRAPPERS), path)) as z.output<typeof Node>
  const kind = kindOfNode(node)
  if (kind === undefined)
    throw notOneOf(node.kind, NODES, { noun: 'kind of query', path: [...path, 'kind'], all: ALL_NODES })
  const ofNode: QuestionShape = { schema: kind.wire.node, noun: `A ${node.kind}`, place: 'node' }
  const warnings = whenUnknown([
    ...(isWrapped ? unknownKeys(value, wrapperShape(value.kind), ['query']) : []),
    ...unknownKeys(node, ofNode, path),
  ])
  const at = fieldPathsIn(path)
  return fromNode(kind, parseValue(kind.wire.node, node, path), at, warnings)
}

/**
 * Returns the question for a file of all rows that `asked` selects. Its only limit is the one that the
 * question itself sets. Null for a kind whose results are not rows.
 */
export function wholeQuestion<Asked extends ParsedQuestion>(asked: Asked): Asked | null {
  const { rows } = kindOf(asked.query)
  return rows === null
    ? null
    : { ...asked, query: { ...rows.parseWhole(asked.node, asked.at), ...zoneAsked(asked.node) } }
}

const Wrapper = z.looseObject({ kind: z.string(), source: z.unknown() })
const PLACES: Readonly<Record<string, PlaceOfKeys>> = { [TABLE_WRAPPER]: 'table', [CHART_WRAPPER]: 'chart' }
const wrapperShape = (kind: unknown): QuestionShape => ({
  schema: Wrapper,
  noun: `${kind === INSIGHT_WRAPPER ? 'An' : 'A'} ${kind}`,
  place: PLACES[String(kind)] ?? 'wrapper',
})

const Filters = z.looseObject({ insight: z.string().nullish() })
const FILTER_NAMES = KINDS.flatMap(({ names }) => names.filter ?? [])

/** Parses saved `filters`. @throws RequestError */
function parseSavedFilters(value: unknown): ParsedQuestion {
  const filters = parseValue(Filters, value, ['filters'])
  const kind = kindOfFilters(filters)
  if (kind === undefined)
    throw notOneOf(insightNameOf(filters), FILTER_NAMES, {
      noun: 'insight',
      path: ['filters', 'insight'],
      all: INSIGHT_NAMES,
    })
  const warnings = warnOfUnknown(unknownKeys(filters, shapeOfFlat(kind)))
  return fromFlat(kind, parseValue(kind.wire.flat, filters), warnings)
}

/**
 * Parses the question of a saved insight: its `query` if it has one, else its `filters`.
 * @throws RequestError
 */
export const parseSaved = ({ query, filters }: SavedQuestion): ParsedQuestion =>
  query === null ? parseSavedFilters(filters) : parseNodeWith(query, warnOfUnknown)
