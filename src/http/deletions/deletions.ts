import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  DeletionBody,
  DeletionCreate,
  DeletionPageBody,
  RetentionBody,
  RetentionChange,
} from '#contract/deletion.ts'
import { PageQuery } from '#contract/paging.ts'
import { DeletionPath, ProjectPath } from '#contract/paths.ts'
import { FormatQuery } from '#contract/text.ts'
import { callerOf, projectOf } from '#http/server/authenticate.ts'
import { list } from '#http/server/list.ts'
import { counted, pageOfAll } from '#http/server/paging.ts'
import { pathNumber } from '#http/server/path-number.ts'
import { route } from '#http/server/route.ts'
import { type EventEraser, keptSinceMs } from '#ingest/store/event-eraser.ts'
import type { EventDeletionStore } from '#metadata/deletions/event-deletion-store.ts'
import type { ProjectStore } from '#metadata/projects/project-store.ts'
import { type Clock, isoInstant } from '#shared/clock.ts'
import { invalid, notFound } from '#shared/request-error.ts'
import { toAskedDeletion, toDeletionBody } from './deletion-body.ts'

export interface DeletionDeps {
  readonly eventEraser: EventEraser
  readonly eventDeletions: Pick<EventDeletionStore, 'ofProject' | 'find' | 'retentionOf' | 'setRetention'>
  readonly projects: Pick<ProjectStore, 'ofUser'>
  readonly clock: Clock
}
const READ = { tag: 'projects', scope: 'project:read' } as const
const WRITE = { tag: 'projects', scope: 'project:write' } as const

/** Registers the calls that delete events or the project, and the setting for how long events are kept. */
export function deletionRoutes(app: FastifyInstance, deps: DeletionDeps): void {
  const { eventEraser, eventDeletions } = deps
  list(
    app,
    {
      get: '/deletions/',
      summary: 'List deletions, newest first',
      ...READ,
      params: ProjectPath,
      query: PageQuery,
      answer: DeletionPageBody,
      paging: counted,
    },
    async (request, position) => {
      const all = await eventDeletions.ofProject(projectOf(request).id)
      return pageOfAll(
        position,
        all.map((deletion) => toDeletionBody(deletion, null)),
      )
    },
  )
  route(
    app,
    {
      post: '/deletions/',
      summary: 'Delete events, or the project',
      example: { body: { event: 'sent by mistake', date_to: '2026-01-01T00:00:00Z' } },
      description:
        'From the response on, questions leave out the deleted events. The response counts what is left. The files of the event store are rewritten by then or a little later, see `finished_at`.',
      ...WRITE,
      engine: 'query',
      params: ProjectPath,
      body: DeletionCreate,
      answer: DeletionBody,
      status: 201,
    },
    async (request) => {
      const asked = toAskedDeletion(projectOf(request).id, request.body)
      if (asked.kind === 'project') await requireAnother(request, deps)
      const deletion = await eventEraser.erase(asked)
      return toDeletionBody(deletion, await eventEraser.left(deletion))
    },
  )
  route(
    app,
    {
      get: '/deletions/:id/',
      summary: 'Get a deletion, and what is left of its data',
      ...READ,
      engine: 'query',
      params: DeletionPath,
      query: FormatQuery,
      answer: DeletionBody,
    },
    async (request) => {
      const deletion = await eventDeletions.find(projectOf(request).id, pathNumber(request.params.id))
      if (deletion === null) throw notFound()
      return toDeletionBody(deletion, await eventEraser.left(deletion))
    },
  )
  retentionRoutes(app, deps)
}

function retentionRoutes(app: FastifyInstance, { eventDeletions, clock }: DeletionDeps): void {
  const bodyOf = async (projectId: number) => {
    const months = await eventDeletions.retentionOf(projectId)
    return { months, keeps_since: months === null ? null : isoInstant(keptSinceMs(clock(), months)) }
  }
  route(
    app,
    {
      get: '/retention/',
      summary: 'Get how long events are kept',
      ...READ,
      params: ProjectPath,
      query: FormatQuery,
      answer: RetentionBody,
    },
    (request) => bodyOf(projectOf(request).id),
  )
  route(
    app,
    {
      patch: '/retention/',
      summary: 'Change how long events are kept',
      example: { body: { months: 25 } },
      ...WRITE,
      params: ProjectPath,
      body: RetentionChange,
      answer: RetentionBody,
    },
    async (request) => {
      await eventDeletions.setRetention(projectOf(request).id, request.body.months)
      return bodyOf(projectOf(request).id)
    },
  )
}

/**
 * @throws RequestError if the caller has no other project. A user without a project could not create the
 * next one.
 */
async function requireAnother(request: FastifyRequest, { projects }: DeletionDeps): Promise<void> {
  if ((await projects.ofUser(callerOf(request).userId)).length > 1) return
  throw invalid(
    'only_project',
    'Your only project cannot be deleted. Create another one first, or delete its events.',
    'whole_project',
  )
}
