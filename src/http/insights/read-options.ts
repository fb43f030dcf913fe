import type { FastifyReply } from 'fastify'
import { askerGone } from '#http/server/asker-gone.ts'
import { logOurs } from '#http/server/errors.ts'
import type { Refresh } from '#insights/answering/refresh.ts'
import type { ReadOptions } from './read-insight.ts'

interface Asked {
  readonly refresh?: Refresh | null | undefined
  readonly client_query_id?: string | null | undefined
}

/**
 * The options of a request that asks a question, with a signal for a client that disconnects. A request that asks for no
 * new result is treated as `whenUnsaid`.
 */
export function answerOptions(
  { refresh, client_query_id: clientQueryId }: Asked,
  reply: FastifyReply,
  whenUnsaid: Refresh,
): Omit<ReadOptions, 'whenMissing'> {
  return {
    refresh: refresh === undefined || refresh === null || refresh === 'none' ? whenUnsaid : refresh,
    clientQueryId: clientQueryId || undefined,
    signal: askerGone(reply),
    onFailure: (error) => logOurs(error, reply.log, 'a question failed among others'),
  }
}

/** The options of a request that reads saved insights: without a word it shows their last results. */
export const readOptions = (asked: Asked, reply: FastifyReply): ReadOptions => ({
  ...answerOptions(asked, reply, 'none'),
  whenMissing: 'null',
})
