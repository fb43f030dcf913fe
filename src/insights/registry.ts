import { z } from 'zod'
import {
  CHART_WRAPPER,
  CORRELATION_NODE,
  DEFAULT_INSIGHT,
  INSIGHT_NAMES,
  INSIGHT_NODES,
  INSIGHT_WRAPPER,
  TABLE_NODES,
  TABLE_WRAPPER,
  WRAPPERS,
} from '#contract/insight-kinds.ts'
import { quoted } from '#contract/nearest-name.ts'
import type { Warning } from '#contract/warning.ts'
import { breakdownLeftOut } from '#query/breakdown-left-out.ts'
import type { PlaceOfKeys } from '#query/harmless-keys.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { FLAT_MEMBERS } from '#query/legacy/flat-schema.ts'
import { leavesOf, type Mention, mentionsIn } from '#query/mentions.ts'
import { modifiersLeftOut, zoneAsked } from '#query/modifiers.ts'
import { type Places, placesIn } from '#query/places.ts'
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
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { invalid, notSupported } from '#shared/request-error.ts'
import { type InsightKind, isPeopled, type PeopledKind } from './kind.ts'
import * as kinds from './kinds.ts'
import type { SavedQuestion } from './saved-question.ts'
import { withSeriesKinds } from './series-kinds.ts'
import { isWrapper, sourceIn } from './wrapped-node.ts'

export const KINDS: readonly InsightKind[] = Object.values(kinds)

/** The kinds with lists of the actors behind their numbers. */
export const PEOPLED_KINDS = KINDS.filter(isPeopled)

/**
 * Returns the kind of a parsed question.
 * @throws Error for a question that no kind has parsed.
 */
export function kindOf({ kind }: Pick<InsightQuery, 'kind'>): InsightKind {
  const found = KINDS.find(({ names }) => names.kind === kind)
  if (found === undefined) throw new Error(`There is no kind ${kind}`)
  return found
}

/**
 * Returns the kind of a question whose numbers have lists of actors.
 * @throws RequestError for a question that counts no actors.
 */
export function peopledKindOf({ kind }: Pick<InsightQuery, 'kind'>): PeopledKind {
  const found = PEOPLED_KINDS.find(({ names }) => names.kind === kind)
  if (found === undefined)
    throw notSupported('A list of people for a question whose results are rows', 'query')
  return found
}

/**
 * Returns the flat parameters that ask for the rows after the rows of an answer; null if there are no more
 * rows.
 */
export const nextPageOf = ({
  query,
  answer,
}: {
  readonly query: InsightQuery
  readonly answer: unknown
}): Readonly<Record<string, string>> | null => kindOf(query).nextPage?.(query, answer) ?? null

// In the OpenAPI document the schema of a node has the name of the node.
for (const { names, wire } of KINDS) z.globalRegistry.add(wire.node, { id: names.node })

// A schema with an id can be made only once.
const RESULTS = KINDS.map(({ names, wire }) =>
  (wire.result ?? z.array(wire.item)).meta({ id: `${names.node}Results` }),
)

/** Returns the schema of the `results` of `query/` for a question of any kind. */
export const anyResults = (): z.ZodType => z.union(RESULTS)

/** Returns the fields that the answer of `query/` can have next to its result, of all kinds together. */
export const anyBeside = (): z.ZodRawShape =>
  Object.assign({}, ...KINDS.map(({ wire }) => wire.beside)) as z.ZodRawShape

/** Returns the items of a result in the form of the interface; none if there is no result. */
export function itemsOf(result: unknown): readonly unknown[] {
  if (Array.isArray(result)) return result
  return result === null || result === undefined ? [] : [result]
}

/** A parsed question, and the paths of its fields in the request. */
export interface ParsedQuestion {
  readonly query: InsightQuery
  /** The question as a query node. */
  readonly node: JsonObject
  readonly at: Places
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
 * Parses flat parameters. The kind's own schema has checked the parameters that it knows. `flat` also has
 * all other parameters of the request.
 * @throws RequestError that names the parameter, also for an unknown one.
 */
export const parseFlat = (kind: InsightKind, flat: JsonObject): ParsedQuestion =>
  fromFlat(kind, flat, refuseUnknownFlat(kind, flat))

/**
 * Returns the kind of flat parameters that are sent to the call of `kind`. Like saved parameters, those
 * that are sent to the call of a trend may be turned into another kind by `insight` or `shown_as`.
 * @throws RequestError for parameters of any other kind.
 */
export function kindAskedOf(kind: InsightKind, flat: JsonObject): InsightKind {
  const { names } = kind
  const own = names.filter ?? names.askedAs
  const insight = isGiven(flat.insight) ? insightNameOf(flat) : own
  if (insight === own) return own === DEFAULT_INSIGHT ? (kindOfFilters({ ...flat, insight }) ?? kind) : kind
  const asked = kindOfFilters({ insight })
  if (own === DEFAULT_INSIGHT && asked !== undefined && asked.names.shownAs !== undefined) return asked
  throw invalid(
    'invalid_input',
    `The question is a ${quoted(String(flat.insight))}, and this call computes a ${names.node}. Send it to the call of its kind.`,
    'insight',
  )
}

/** Returns the kinds of the questions that the call of `kind` computes. */
export const kindsAnsweredBy = (kind: InsightKind): readonly InsightKind[] =>
  kind.names.filter === DEFAULT_INSIGHT
    ? [kind, ...KINDS.filter(({ names }) => names.shownAs !== undefined)]
    : [kind]

/**
 * Refuses keys that are not flat parameters of the kind.
 * @throws RequestError for the first such key.
 */
export const refuseUnknownFlat = (kind: InsightKind, flat: JsonObject): Warning[] =>
  refuseUnknown(unknownKeys(flat, shapeOfFlat(kind)))

const shapeOfFlat = (kind: InsightKind): QuestionShape => ({
  schema: kind.wire.flat,
  noun: `A ${nounOf(kind)}`,
  place: 'flat',
  members: FLAT_MEMBERS,
})

const nounOf = ({ calls, names }: InsightKind) => calls?.noun.replace(/^a /, '') ?? names.kind

function fromFlat(kind: InsightKind, flat: JsonObject, warnings: Warning[]): ParsedQuestion {
  const { node, at } = kind.fromFlat(flat)
  return fromNode(kind, node, at, warnings)
}

function fromNode(kind: InsightKind, node: JsonObject, at: Places, warnings: Warning[]): ParsedQuestion {
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
  // A person that a field names is also in the statement that is made from the node.
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
  const at = placesIn(path)
  return fromNode(kind, parseValue(kind.wire.node, node, path), at, warnings)
}

/**
 * Returns the same question for a file of all its rows: without any limit but its own. Null for a kind
 * whose results are not rows.
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

/**
 * Returns the kind of a saved question without checking its fields; null if this version has no kind of
 * that name.
 */
export function savedKind({ query, filters }: SavedQuestion): InsightKind | null {
  const kind = query === null ? kindOfFilters(filters) : kindOfNode(sourceIn(query, WRAPPERS))
  return kind ?? null
}

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

/** Returns `insight` of flat filters in upper case, or the default kind if they have none. */
export const insightNameOf = (filters: unknown): string =>
  isJsonObject(filters) && typeof filters.insight === 'string'
    ? filters.insight.toUpperCase()
    : DEFAULT_INSIGHT

/**
 * Returns the kind that computes flat filters. `shown_as` turns only filters of a trend into another kind.
 */
export function kindOfFilters(filters: unknown): InsightKind | undefined {
  const name = insightNameOf(filters)
  const shownAs = name === DEFAULT_INSIGHT && isJsonObject(filters) ? filters.shown_as : undefined
  const shown = KINDS.find(({ names }) => names.shownAs !== undefined && names.shownAs === shownAs)
  return shown ?? KINDS.find(({ names }) => names.filter === name)
}

/** Returns the kind of a node without wrappers. The fields of the node are not checked. */
export const kindOfNode = (node: unknown): InsightKind | undefined =>
  isJsonObject(node) ? KINDS.find(({ names }) => names.node === node.kind) : undefined

/**
 * Parses the question of a saved insight: its `query` if it has one, else its `filters`.
 * @throws RequestError
 */
export const parseSaved = ({ query, filters }: SavedQuestion): ParsedQuestion =>
  query === null ? parseSavedFilters(filters) : parseNodeWith(query, warnOfUnknown)

/**
 * Returns the `filters` of a saved query node; null if flat parameters have no form for it. The values of
 * fields are not checked.
 */
export function flatFormOf(query: unknown): JsonObject | null {
  const node = sourceIn(query, WRAPPERS)
  return isJsonObject(node) ? (kindOfNode(node)?.toFlat(node) ?? null) : null
}
