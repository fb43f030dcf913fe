import type { FastifyReply } from 'fastify'
import { askerOf } from '#http/server/asker.ts'
import { logServerError } from '#http/server/errors.ts'
import type { Refresh } from '#insights/answering/refresh.ts'
import type { ResultOptions } from './insight-with-result.ts'

export interface RefreshFields {
  readonly refresh?: Refresh | null | undefined
  readonly client_query_id?: string | null | undefined
}

/** The options of a request for a result, with its client. `byDefault` is the mode of the call without `refresh`. */
export function answerOptions(
  { refresh, client_query_id: clientQueryId }: RefreshFields,
  reply: FastifyReply,
  byDefault: Refresh,
): Omit<ResultOptions, 'whenMissing'> {
  return {
    refresh: refresh === undefined || refresh === null || refresh === 'none' ? byDefault : refresh,
    clientQueryId: clientQueryId || undefined,
    ...askerOf(reply),
    onFailure: (error) => logServerError(error, reply.log, 'a query of a list failed'),
  }
}

/** The options of a request for saved insights, which shows their last results without `refresh`. */
export const resultOptions = (fields: RefreshFields, reply: FastifyReply): ResultOptions => ({
  ...answerOptions(fields, reply, 'none'),
  whenMissing: 'null',
})
