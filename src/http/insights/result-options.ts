import type { FastifyReply } from 'fastify'
import { quoted } from '#contract/nearest-name.ts'
import { type AskedRefresh, REFRESH_NAMES } from '#contract/refresh.ts'
import type { Warning } from '#contract/warning.ts'
import { askedBy, askerOf } from '#http/server/asker.ts'
import { logServerError } from '#http/server/errors.ts'
import type { Refresh } from '#insights/answering/refresh.ts'
import type { ResultOptions } from './insight-with-result.ts'

export interface RefreshFields {
  readonly refresh?: AskedRefresh | null | undefined
  readonly client_query_id?: string | null | undefined
}

/**
 * Returns the options of a request for a result, including the client that waits for it. `byDefault` is the
 * refresh mode if the request has no `refresh`.
 */
export function answerOptions(
  { refresh, client_query_id: clientQueryId }: RefreshFields,
  reply: FastifyReply,
  byDefault: Refresh,
): Omit<ResultOptions, 'whenMissing'> {
  return {
    refresh: refreshOf(refresh?.mode ?? 'none', byDefault),
    askedBy: askedBy(reply, clientQueryId),
    ...askerOf(reply),
    warnings: refreshWarnings(refresh),
    onFailure: (error) => logServerError(error, reply.log, 'a query of a list failed'),
  }
}

function refreshOf(mode: AskedRefresh['mode'], byDefault: Refresh): Refresh {
  if (mode === 'none') return byDefault
  return mode === 'force_cache' ? 'none' : mode
}

function refreshWarnings(refresh: AskedRefresh | null | undefined): readonly Warning[] {
  const unknown = refresh?.unknown ?? null
  if (unknown === null) return []
  return [
    {
      code: 'unknown_refresh',
      detail: `There is no refresh ${quoted(unknown)}, so nothing was computed for this request. Use true, false or one of ${REFRESH_NAMES.join(', ')}.`,
      attr: 'refresh',
    },
  ]
}

/**
 * Returns the options of a request for saved insights. Without `refresh` the request shows their last
 * results.
 */
export const resultOptions = (fields: RefreshFields, reply: FastifyReply): ResultOptions => ({
  ...answerOptions(fields, reply, 'none'),
  whenMissing: 'null',
})
