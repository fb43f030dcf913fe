import { InsightWrite } from '#contract/insight.ts'
import type { InsightKind } from '#insights/kind.ts'
import {
  flatFormOf,
  insightNameOf,
  kindOf,
  type ParsedQuestion,
  parseFlat,
  parseNode,
  refuseUnknownFlat,
} from '#insights/registry.ts'
import { isGiven, type JsonObject } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { invalid } from '#shared/request-error.ts'
import { parseQueryNode } from './insight-input.ts'

/** The question of a body, and the fields of the Insight in which it is shown. */
interface AskedInsight {
  readonly parsed: ParsedQuestion
  readonly shown: { readonly filters: JsonObject; readonly query: JsonObject | null }
}

/**
 * The question in the body of a call that computes one kind and that takes the fields of an Insight: its `query`, else its
 * `filters`, else the flat parameters beside them. The other fields, such as `name`, are those of an insight to save, and
 * change nothing.
 * @throws RequestError that names the field, also where the question is given twice or is of another kind.
 */
export function askedInsight(kind: InsightKind, body: JsonObject & InsightWrite): AskedInsight {
  const { query, filters = {} } = body
  const flat = Object.fromEntries(Object.entries(body).filter(([name]) => !(name in InsightWrite.shape)))
  const form = isGiven(query) ? 'query' : Object.keys(filters).length > 0 ? 'filters' : null
  if (form === null) return ofFilters(kind, flat)
  const own = Object.keys(kind.wire.flat.shape).find((name) => isGiven(flat[name]))
  if (own !== undefined)
    throw invalid('invalid_input', `The question is given twice: send parameters, or ${form}.`, own)
  refuseUnknownFlat(kind, flat)
  if (form === 'query') return ofNode(kind, parseQueryNode(query ?? null))
  const name = insightNameOf({ insight: kind.names.filter, ...filters })
  if (name !== kind.names.filter) throw otherKind(name, 'filters__insight')
  return ofFilters(kind, parseValue(kind.wire.flat.loose(), filters))
}

function ofNode(kind: InsightKind, node: JsonObject | null): AskedInsight {
  const parsed = parseNode(node)
  const { names } = kindOf(parsed.query)
  if (names.kind !== kind.names.kind) throw otherKind(names.node, 'query__kind')
  return { parsed, shown: { filters: flatFormOf(node) ?? {}, query: node } }
}

function ofFilters(kind: InsightKind, filters: JsonObject): AskedInsight {
  const own = Object.entries(filters).filter(([name]) => name in kind.wire.flat.shape)
  return {
    parsed: parseFlat(kind, filters),
    shown: { filters: { insight: kind.names.filter, ...Object.fromEntries(own) }, query: null },
  }
}

const otherKind = (name: string, attr: string) =>
  invalid('invalid_input', `The question is a ${name}: this call does not compute it.`, attr)
