import type { FastifyReply } from 'fastify'
import { askerGone } from '#http/server/asker-gone.ts'
import { logOurs } from '#http/server/errors.ts'
import type { Refresh } from '#insights/refresh.ts'
import type { ReadOptions } from './read-insight.ts'

interface Asked {
  readonly refresh?: Refresh | null | undefined
  readonly client_query_id?: string | null | undefined
}

/** What a request says of how it wants its answer, and a signal for when its sender is gone. */
export const readOptions = (asked: Asked, reply: FastifyReply): ReadOptions => ({
  refresh: asked.refresh ?? 'none',
  clientQueryId: asked.client_query_id || undefined,
  signal: askerGone(reply),
  onFailure: (error) => logOurs(error, reply.log, 'a question failed among others'),
})
