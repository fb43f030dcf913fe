import { z } from 'zod'
import { InsightWrite, READ_ONLY_FIELDS } from '#contract/insight.ts'
import { RefreshParameters } from '#contract/refresh.ts'
import { Format } from '#contract/text.ts'
import type { InsightKind } from '#insights/kind/kind.ts'
import { filtersLeftOut, isOfKind } from '#insights/questions/filters-left-out.ts'
import { flatFormOf, insightNameOf, kindAskedOf, kindOf } from '#insights/questions/find-kind.ts'
import {
  type ParsedQuestion,
  parseFlat,
  parseNode,
  refuseUnknownFlat,
} from '#insights/questions/parse-question.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { invalid } from '#shared/request-error.ts'
import { askedFilters } from './asked-filters.ts'
import { parseFlatFilters, parseQueryNode } from './insight-input.ts'

/** The forms that a question can have in the body of an Insight, in place of flat parameters. */
export const SAVED_FORMS = {
  filters: z
    .union([z.record(z.string(), z.unknown()), z.string()])
    .nullish()
    .describe(
      'The parameters of the call, in the form of a saved insight. If there is a `query` as well, they have no effect.',
    ),
  query: InsightWrite.shape.query.describe(
    'The question as a query node, or its JSON text. It takes precedence over `filters`, as in a saved insight.',
  ),
} as const

/**
 * The fields of a saved insight. The documented request body has them as well, and this call ignores them.
 */
const OF_INSIGHT = [...Object.keys(InsightWrite.shape), ...READ_ONLY_FIELDS]
const OF_CALL = Object.keys({ ...RefreshParameters, ...Format.shape })

export interface QuestionOfBody {
  readonly parsed: ParsedQuestion
  readonly asked: { readonly filters: JsonObject; readonly query: JsonObject | null }
}

/**
 * Parses the question in a body that may have the fields of an Insight. The question is the `query`, or
 * else the `filters`, or else the flat parameters.
 * @throws RequestError for a question of another kind, and for a body that has flat parameters in addition
 * to a query or filters.
 */
export function questionOfBody(kind: InsightKind, body: JsonObject): QuestionOfBody {
  const { query } = body
  const filters = parseFlatFilters((body.filters ?? null) as JsonObject | string | null)
  const flat = Object.fromEntries(Object.entries(body).filter(([name]) => !OF_INSIGHT.includes(name)))
  const isFiltered = isJsonObject(filters) && Object.keys(filters).length > 0
  if (!isGiven(query) && !isFiltered)
    return {
      parsed: parseFlat(kindAskedOf(kind, flat), flat),
      asked: { filters: askedFilters(kind, flat), query: null },
    }
  const own = Object.fromEntries(Object.entries(flat).filter(([name]) => !OF_CALL.includes(name)))
  refuseUnknownFlat(kind, own)
  const twice = Object.keys(own).find((name) => isGiven(own[name]))
  if (twice !== undefined)
    throw invalid(
      'invalid_input',
      'The question is sent twice. Send either flat parameters, or the fields of an insight.',
      twice,
    )
  if (!isGiven(query)) return ofFilters(kind, filters as JsonObject)
  const { parsed, asked } = ofNode(kind, query as JsonObject | string)
  const leftOut = filtersLeftOut({ filters, query: asked.query }, kind)
  return { parsed: { ...parsed, warnings: [...parsed.warnings, ...leftOut] }, asked }
}

function ofNode(kind: InsightKind, sent: JsonObject | string): QuestionOfBody {
  const query = parseQueryNode(sent)
  const parsed = parseNode(query)
  const actual = kindOf(parsed.query)
  if (actual !== kind) throw ofOtherKind(kind, actual.names.node, 'query__kind')
  return { parsed, asked: { filters: flatFormOf(query) ?? {}, query } }
}

function ofFilters(kind: InsightKind, filters: JsonObject): QuestionOfBody {
  if (!isOfKind(kind, filters)) throw ofOtherKind(kind, insightNameOf(filters), 'filters__insight')
  const parsed = parseFlat(kind, parseValue(kind.wire.flat.loose(), filters, ['filters']))
  return { parsed, asked: { filters: askedFilters(kind, filters), query: null } }
}

const ofOtherKind = ({ names }: InsightKind, actual: string, attr: string) =>
  invalid(
    'invalid_input',
    `The question is a ${actual}, and this call computes a ${names.node}. Send it to the call of its kind.`,
    attr,
  )
