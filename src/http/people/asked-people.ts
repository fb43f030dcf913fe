import { z } from 'zod'
import { PeopleParameters } from '#contract/people.ts'
import { RefreshParameters } from '#contract/refresh.ts'
import type { InsightKind, PeopledKind } from '#insights/kind/kind.ts'
import { parseQuestionText } from '#insights/kind/question-text.ts'
import { kindOf, PEOPLED_KINDS } from '#insights/questions/find-kind.ts'
import {
  type ParsedQuestion,
  parseFlat,
  parseNode,
  parseSaved,
  refuseUnknownFlat,
} from '#insights/questions/parse-question.ts'
import { parseJson } from '#shared/json-text.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'

const { client_query_id } = RefreshParameters
const PARAMETERS = z.object({ ...PeopleParameters, client_query_id })
type ParsedParameters = z.output<typeof PARAMETERS>

/**
 * The lists of people, one for each kind that has people. They are made at module level, because a schema
 * with an id can be made only once.
 */
export const PEOPLE_LISTS = PEOPLED_KINDS.map((kind) => {
  const { selectors } = kind.cells
  return {
    kind,
    shape: { ...kind.wire.flat.shape, ...selectors.shape, ...PARAMETERS.shape },
    // The schema is loose so that an unknown key can be refused with the nearest known name.
    Request: kind.wire.flat
      .extend(selectors.shape)
      .extend(PARAMETERS.shape)
      .loose()
      .meta({ id: `${kind.names.node}People` }),
  }
})
export type PeopleList = (typeof PEOPLE_LISTS)[number]

/** The question, the number and the page that a request for people asks for. */
export interface RequestedPeople {
  readonly parsed: ParsedQuestion
  readonly selectors: JsonObject
  readonly parameters: ParsedParameters
}

/**
 * Separates the parts of a request, which the schema of its kind has already checked.
 * @throws RequestError for an unknown parameter, for a question in two forms, and for a question of another
 * kind.
 */
export function requestedPeople(kind: PeopledKind, request: JsonObject): RequestedPeople {
  const of = (names: readonly string[]) =>
    Object.fromEntries(Object.entries(request).filter(([name]) => names.includes(name)))
  const selectors = of(Object.keys(kind.cells.selectors.shape))
  const parameters = of(Object.keys(PARAMETERS.shape)) as ParsedParameters
  const flat = Object.fromEntries(
    Object.entries(request).filter(([name]) => !(name in selectors || name in parameters)),
  )
  return { parsed: parseQuestion(kind, flat, parameters), selectors, parameters }
}

/**
 * Parses the question in one of its three forms. `flat` are all other parameters.
 * @throws RequestError as {@link requestedPeople} does.
 */
export function parseQuestion(
  kind: InsightKind,
  flat: JsonObject,
  { query, question }: Partial<Pick<ParsedParameters, 'query' | 'question'>>,
): ParsedQuestion {
  if (query === undefined && question === undefined) return parseFlat(kind, flat)
  const own = Object.keys(kind.wire.flat.shape).find((name) => flat[name] !== undefined)
  const second = query !== undefined && question !== undefined ? 'query' : own
  if (second !== undefined)
    throw invalid(
      'invalid_input',
      'The question is sent twice. Send one of: flat parameters, query, question.',
      second,
    )
  refuseUnknownFlat(kind, flat)
  const parsed = question === undefined ? parseNode(toNode(query)) : fromText(question)
  const actual = kindOf(parsed.query)
  if (actual !== kind)
    throw invalid(
      'invalid_input',
      `The question is a ${actual.names.node}: ${placeOfPeople(actual)}.`,
      question === undefined ? 'query__kind' : 'question',
    )
  return parsed
}

const placeOfPeople = ({ cells }: InsightKind) =>
  cells === null ? 'it has no list of people' : `its people are at persons/${cells.path}/`

/** Returns the node of a query. In an address it is JSON text. */
function toNode(query: unknown): unknown {
  if (typeof query !== 'string') return query
  try {
    return parseJson(Buffer.from(query))
  } catch {
    throw invalid('invalid_input', 'Expected a query node, or its JSON text.', 'query')
  }
}

/** Parses the question of a link. It may belong to a saved insight, so unknown keys lead to warnings only. */
function fromText(text: string): ParsedQuestion {
  const node = parseQuestionText(text)
  if (node === null)
    throw invalid('invalid_input', 'Expected the question from a link in an answer, unchanged.', 'question')
  return parseSaved({ query: node, filters: {} })
}
