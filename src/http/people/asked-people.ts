import { z } from 'zod'
import { PeopleParameters } from '#contract/people.ts'
import { RefreshParameters } from '#contract/refresh.ts'
import type { InsightKind, PeopledKind } from '#insights/kind.ts'
import { parseQuestionText } from '#insights/people/question-text.ts'
import {
  kindOf,
  type ParsedQuestion,
  PEOPLED_KINDS,
  parseFlat,
  parseNode,
  parseSaved,
  refuseUnknownFlat,
} from '#insights/registry.ts'
import { parseJson } from '#shared/json-text.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'

const { client_query_id } = RefreshParameters
const PARAMETERS = z.object({ ...PeopleParameters, client_query_id })
type ParsedParameters = z.output<typeof PARAMETERS>

/** A list of people of one kind. At module level, because a schema with an id can be made only once. */
export const PEOPLE_LISTS = PEOPLED_KINDS.map((kind) => {
  const { selectors } = kind.cells
  return {
    kind,
    shape: { ...kind.wire.flat.shape, ...selectors.shape, ...PARAMETERS.shape },
    // Loose, so that an unknown key is refused by the name of the nearest one.
    Request: kind.wire.flat
      .extend(selectors.shape)
      .extend(PARAMETERS.shape)
      .loose()
      .meta({ id: `${kind.names.node}People` }),
  }
})
export type PeopleList = (typeof PEOPLE_LISTS)[number]

/** The question, the number and the page of a request for people. */
export interface RequestedPeople {
  readonly parsed: ParsedQuestion
  readonly selectors: JsonObject
  readonly parameters: ParsedParameters
}

/**
 * The parts of a request that the schema of its kind has checked.
 * @throws RequestError for an unknown parameter, and for a question that is asked in two forms, or of another kind.
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
 * The question in one of its three forms. `flat` are all other parameters.
 * @throws RequestError as {@link requestedPeople}.
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
      'The question is given twice: send flat parameters, or query, or question.',
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
  cells === null ? 'it has no people' : `its people are at persons/${cells.path}/`

/** In an address a node is JSON text. */
function toNode(query: unknown): unknown {
  if (typeof query !== 'string') return query
  try {
    return parseJson(Buffer.from(query))
  } catch {
    throw invalid('invalid_input', 'Expected a query node, or its JSON text.', 'query')
  }
}

/** The question of a link. It may be that of a saved insight, whose unknown keys are warned of. */
function fromText(text: string): ParsedQuestion {
  const node = parseQuestionText(text)
  if (node === null)
    throw invalid('invalid_input', 'Expected the question of a link in an answer, unchanged.', 'question')
  return parseSaved({ query: node, filters: {} })
}
