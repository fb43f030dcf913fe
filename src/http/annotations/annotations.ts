import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  AnnotationBody,
  AnnotationChange,
  AnnotationCreate,
  AnnotationListQuery,
  AnnotationPageBody,
} from '#contract/annotation.ts'
import { AnnotationPath, ProjectPath } from '#contract/paths.ts'
import { Format, FormatQuery } from '#contract/text.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { list } from '#http/server/list.ts'
import { neverDeleted } from '#http/server/never-deleted.ts'
import { counted, countedPage } from '#http/server/paging.ts'
import { pathNumber } from '#http/server/path-number.ts'
import { route } from '#http/server/route.ts'
import { writingOf } from '#http/server/writing.ts'
import type { UserStore } from '#metadata/access/user-store.ts'
import type { Annotation } from '#metadata/annotations/annotation.ts'
import type { AnnotationStore } from '#metadata/annotations/annotation-store.ts'
import type { Clock } from '#shared/clock.ts'
import { notFound, RequestError } from '#shared/request-error.ts'
import type { Calendar } from '#values/date-text.ts'
import { toAnnotationBody } from './annotation-body.ts'
import { instantOf, scopeOf, toAnnotationFields } from './annotation-input.ts'

export interface AnnotationDeps {
  readonly annotations: AnnotationStore
  readonly users: Pick<UserStore, 'byIds'>
  readonly clock: Clock
}

const READ = { tag: 'annotations', scope: 'annotation:read' } as const
const WRITE = { tag: 'annotations', scope: 'annotation:write' } as const

/** Registers `/annotations/`: marks at points in time that charts show, such as deployments. */
export function annotationRoutes(app: FastifyInstance, deps: AnnotationDeps): void {
  list(
    app,
    {
      get: '/annotations/',
      summary: 'List annotations, the latest marked time first',
      ...READ,
      params: ProjectPath,
      query: AnnotationListQuery,
      answer: AnnotationPageBody,
      paging: counted,
    },
    async (request, position) => {
      const { search, scope, date_from, date_to, order: isLastFirst } = request.query
      const calendar = calendarOf(request, deps)
      const { count, annotations } = await deps.annotations.list(projectOf(request).id, {
        ...position,
        search,
        isLastFirst,
        scope: scope || undefined,
        markedFrom: instantOf(date_from, calendar, 'date_from') ?? undefined,
        markedTo: instantOf(date_to, calendar, 'date_to') ?? undefined,
      })
      return countedPage(position, count, await bodiesOf(request, deps, annotations))
    },
  )
  route(
    app,
    {
      get: '/annotations/:id/',
      summary: 'Get an annotation',
      ...READ,
      params: AnnotationPath,
      query: FormatQuery,
      answer: AnnotationBody,
    },
    async (request) => {
      const id = pathNumber(request.params.id)
      return bodyOf(request, deps, await deps.annotations.find(projectOf(request).id, id))
    },
  )
  writeRoutes(app, deps)
}

function writeRoutes(app: FastifyInstance, deps: AnnotationDeps): void {
  route(
    app,
    {
      post: '/annotations/',
      summary: 'Create an annotation',
      example: { body: { content: 'Version 2.5.0', date_marker: '2026-11-20T09:00:00Z' } },
      ...WRITE,
      params: ProjectPath,
      query: Format,
      body: AnnotationCreate,
      answer: AnnotationBody,
      status: 201,
    },
    async (request) => {
      const fields = toAnnotationFields(request.body, calendarOf(request, deps))
      const annotation = await deps.annotations.create(writingOf(request, deps), {
        scope: scopeOf(fields),
        ...fields,
      })
      return bodyOf(request, deps, annotation)
    },
  )
  route(
    app,
    {
      patch: '/annotations/:id/',
      put: '/annotations/:id/',
      summary: 'Change, delete or restore an annotation',
      example: { body: { content: 'Version 2.5.0, with the new prices' } },
      ...WRITE,
      params: AnnotationPath,
      query: Format,
      body: AnnotationChange,
      answer: AnnotationBody,
    },
    async (request) => {
      const id = pathNumber(request.params.id)
      const change = toAnnotationFields(request.body, calendarOf(request, deps))
      await requireOwn(request, deps, id)
      return bodyOf(request, deps, await deps.annotations.update(writingOf(request, deps), id, change))
    },
  )
  neverDeleted(app, { delete: '/annotations/:id/', noun: 'an annotation', ...WRITE, params: AnnotationPath })
}

// Requires that an annotation belongs to the project of the request. Every project sees the annotations of
// the organization, but a key of one project must not change what another project wrote.
async function requireOwn(
  request: FastifyRequest,
  { annotations }: AnnotationDeps,
  id: number,
): Promise<void> {
  const project = projectOf(request)
  const annotation = await annotations.find(project.id, id)
  if (annotation === null || annotation.projectId === project.id) return
  throw new RequestError(
    'forbidden',
    'permission_denied',
    'The annotation belongs to another project: change it there.',
  )
}

function calendarOf(request: FastifyRequest, { clock }: AnnotationDeps): Calendar {
  const { timezone, weekStartDay } = projectOf(request)
  return { timezone, weekStartDay, nowMs: clock() }
}

/** @throws RequestError `not_found` if the annotation is null. */
async function bodyOf(
  request: FastifyRequest,
  deps: AnnotationDeps,
  annotation: Annotation | null,
): Promise<AnnotationBody> {
  const [body] = await bodiesOf(request, deps, annotation === null ? [] : [annotation])
  if (body === undefined) throw notFound()
  return body
}

async function bodiesOf(
  request: FastifyRequest,
  { users }: AnnotationDeps,
  annotations: readonly Annotation[],
): Promise<AnnotationBody[]> {
  const creators = await users.byIds([...new Set(annotations.map((one) => one.createdBy))])
  return annotations.map((one) => toAnnotationBody(one, creators, projectOf(request).id))
}
