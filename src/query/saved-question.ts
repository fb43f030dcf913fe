import { z } from 'zod'
import { readValue } from '#shared/read-value.ts'
import { notSupported } from '#shared/request-error.ts'
import { readFunnelParameters, readTrendParameters } from './flat-parameters.ts'
import type { InsightQuery } from './insight-query.ts'
import { readQueryNode } from './query-node.ts'

const Filters = z.looseObject({ insight: z.string().default('TRENDS') })

/** The question of a saved insight: its `query` where it has one, else its `filters`. @throws RequestError */
export function readSavedQuestion(saved: { query: unknown; filters: unknown }): InsightQuery {
  if (saved.query !== null) return readQueryNode(saved.query)
  const filters = readValue(Filters, saved.filters, ['filters'])
  const kind = filters.insight.toUpperCase()
  if (kind === 'TRENDS') return readTrendParameters(filters)
  if (kind === 'FUNNELS') return readFunnelParameters(filters)
  throw notSupported(`An insight of kind '${filters.insight}'`, 'filters__insight')
}
