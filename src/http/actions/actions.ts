import type { FastifyInstance } from 'fastify'
import { ActionBody, ActionChange, ActionCreate, ActionListQuery, ActionPageBody } from '#contract/action.ts'
import { ActionPath, ProjectPath } from '#contract/paths.ts'
import { Format, FormatQuery } from '#contract/text.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { list } from '#http/server/list.ts'
import { neverDeleted } from '#http/server/never-deleted.ts'
import { counted, countedPage } from '#http/server/paging.ts'
import { pathNumber } from '#http/server/path-number.ts'
import { route } from '#http/server/route.ts'
import { writingOf } from '#http/server/writing.ts'
import type { UserStore } from '#metadata/access/user-store.ts'
import type { Action, ActionFields } from '#metadata/actions/action.ts'
import type { ActionStore } from '#metadata/actions/action-store.ts'
import { actionMatcher } from '#query/action.ts'
import type { Clock } from '#shared/clock.ts'
import { notFound } from '#shared/request-error.ts'
import { toActionBody } from './action-body.ts'

export interface ActionDeps {
  readonly actions: ActionStore
  readonly users: UserStore
  readonly clock: Clock
}

const READ = { tag: 'actions', scope: 'action:read' } as const
const WRITE = { tag: 'actions', scope: 'action:write' } as const

/** Registers `/actions/`: named definitions of events. */
export function actionRoutes(app: FastifyInstance, deps: ActionDeps): void {
  list(
    app,
    {
      get: '/actions/',
      summary: 'List actions',
      ...READ,
      params: ProjectPath,
      query: ActionListQuery,
      answer: ActionPageBody,
      paging: counted,
    },
    async (request, position) => {
      const { id } = projectOf(request)
      const { search, order: isLastFirst } = request.query
      const { count, actions } = await deps.actions.list(id, { ...position, search, isLastFirst })
      return countedPage(position, count, await bodiesOf(deps, actions))
    },
  )
  route(
    app,
    {
      get: '/actions/:id/',
      summary: 'Get an action',
      ...READ,
      params: ActionPath,
      query: FormatQuery,
      answer: ActionBody,
    },
    async (request) => {
      const { id } = request.params
      return bodyOf(deps, await deps.actions.find(projectOf(request).id, pathNumber(id)))
    },
  )
  writeRoutes(app, deps)
}

function writeRoutes(app: FastifyInstance, deps: ActionDeps): void {
  route(
    app,
    {
      post: '/actions/',
      summary: 'Create an action',
      example: {
        body: { name: 'Tried the product', steps: [{ event: 'label printed' }, { event: 'order imported' }] },
      },
      ...WRITE,
      params: ProjectPath,
      query: Format,
      body: ActionCreate,
      answer: ActionBody,
      status: 201,
    },
    async (request) =>
      bodyOf(deps, await deps.actions.create(writingOf(request, deps), fieldsOf(request.body))),
  )
  route(
    app,
    {
      patch: '/actions/:id/',
      put: '/actions/:id/',
      summary: 'Change, delete or restore an action',
      example: { body: { description: 'Printed a label or imported an order.' } },
      ...WRITE,
      params: ActionPath,
      query: Format,
      body: ActionChange,
      answer: ActionBody,
    },
    async (request) => {
      const id = pathNumber(request.params.id)
      const change = fieldsOf(request.body)
      return bodyOf(deps, await deps.actions.update(writingOf(request, deps), id, change))
    },
  )
  neverDeleted(app, { delete: '/actions/:id/', noun: 'an action', ...WRITE, params: ActionPath })
}

/**
 * Returns the fields that a request sets.
 * @throws RequestError for steps that cannot be computed, such as a step with an invalid filter.
 */
function fieldsOf(body: ActionChange): Partial<ActionFields> {
  const { name, description, tags, steps, slack_message_format, pinned_at, deleted } = body
  if (steps !== undefined) actionMatcher({ steps })
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(tags !== undefined && { tags }),
    ...(steps !== undefined && { steps }),
    ...(slack_message_format !== undefined && { slackMessageFormat: slack_message_format }),
    ...(pinned_at !== undefined && { pinnedAt: pinned_at }),
    ...(deleted !== undefined && { deleted }),
  }
}

/** @throws RequestError `not_found` if the action is null. */
async function bodyOf(deps: ActionDeps, action: Action | null): Promise<ActionBody> {
  const [body] = await bodiesOf(deps, action === null ? [] : [action])
  if (body === undefined) throw notFound()
  return body
}

async function bodiesOf({ users }: ActionDeps, actions: readonly Action[]): Promise<ActionBody[]> {
  const creators = await users.byIds([...new Set(actions.map((action) => action.createdBy))])
  return actions.map((action) => toActionBody(action, creators))
}
