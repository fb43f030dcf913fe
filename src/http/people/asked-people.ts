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

/** What a request for people asks for: the question, the number of its answer, and the page of the list. */
export interface RequestedPeople {
  readonly parsed: ParsedQuestion
  readonly selectors: JsonObject
  readonly parameters: ParsedParameters
}

/**
 * Separates the parts of a request: the question, the selectors of the number, and the parameters of the
 * list. The schema of the kind has already checked the request.
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
 * Parses the question in one of its three forms: `query`, `question`, or flat parameters. `flat` are all
 * parameters of the request that are neither selectors nor parameters of the list.
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

/** Returns the node of the parameter `query`. In an address the node is JSON text. */
function toNode(query: unknown): unknown {
  if (typeof query !== 'string') return query
  try {
    return parseJson(Buffer.from(query))
  } catch {
    throw invalid('invalid_input', 'Expected a query node, or its JSON text.', 'query')
  }
}

/**
 * Parses the question in the link of an answer. The question may be that of a saved insight. Such a question
 * may have unknown keys, which lead to warnings and not to an error.
 */
function fromText(text: string): ParsedQuestion {
  const node = parseQuestionText(text)
  if (node === null)
    throw invalid('invalid_input', 'Expected the question from a link in an answer, unchanged.', 'question')
  return parseSaved({ query: node, filters: {} })
}
