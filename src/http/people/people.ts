import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProjectPath } from '#contract/paths.ts'
import { type ActorBody, PeopleBody } from '#contract/people.ts'
import { Format } from '#contract/text.ts'
import { warningsField } from '#contract/warning.ts'
import { addressIntoBody } from '#http/server/address-into-body.ts'
import { addressValues } from '#http/server/address-values.ts'
import { askedBy, askerOf } from '#http/server/asker.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { csvFile, isCsvAsked } from '#http/server/csv/send-csv.ts'
import { linkTo, linkWith } from '#http/server/links.ts'
import { type BodyOf, route } from '#http/server/route.ts'
import type { Actor } from '#insights/kind/actor-type.ts'
import type { PeopledKind } from '#insights/kind/kind.ts'
import { peopleLinks } from '#insights/kind/people-links.ts'
import type { AskedPeople, PeopleOptions } from '#insights/people/find-people.ts'
import { explainedKindOf, nounOf } from '#insights/questions/find-kind.ts'
import { actorCursor } from '#listings/actors-cursor.ts'
import { isoInstant } from '#shared/clock.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { showActors } from './actor-body.ts'
import { PEOPLE_LISTS, type PeopleList, type RequestedPeople, requestedPeople } from './asked-people.ts'
import { explainedFields } from './explained-actor.ts'
import { peopleFile } from './people-file.ts'
import { type PeopleDeps, positionOf, toAskedPeople } from './people-question.ts'
import { peopleWarnings } from './people-warnings.ts'

const PEOPLE = {
  tag: 'persons',
  scope: 'person:read',
  alsoScope: 'insight:read',
  answer: PeopleBody,
  engine: 'computation',
} as const

/**
 * Registers `/persons/<kind>/`, which lists the actors behind a number of an insight. The address has the
 * parameters of the question and those that select the number.
 */
export const peopleRoutes = (app: FastifyInstance, deps: PeopleDeps): void =>
  routesIn(app, deps, '/persons', { params: ProjectPath })

/**
 * Registers `/person/<kind>/`: the lists of {@link peopleRoutes}, for the caller's current project. Older
 * clients use these addresses.
 */
export const currentPeopleRoutes = (app: FastifyInstance, deps: PeopleDeps): void =>
  routesIn(app, deps, '/person', {})

/**
 * The older path of a list, keyed by its present path. Under `/persons/` such a list has both paths; under
 * `/person/` it has only the older one.
 */
const OLDER_PATHS: Readonly<Record<string, string>> = { correlation: 'funnel/correlation' }

const pathsOf = (path: string, folder: '/persons' | '/person'): string[] => {
  const older = OLDER_PATHS[path]
  if (older === undefined) return [path]
  return folder === '/person' ? [older] : [path, older]
}

function routesIn(
  app: FastifyInstance,
  deps: PeopleDeps,
  folder: '/persons' | '/person',
  place: { readonly params?: typeof ProjectPath },
): void {
  const lists = PEOPLE_LISTS.flatMap((list) =>
    pathsOf(list.kind.cells.path, folder).map((path) => ({ list, url: `${folder}/${path}/` })),
  )
  for (const { list, url } of lists) {
    const { kind, shape, Request } = list
    const example = { ...kind.cells.example.question, ...kind.cells.example.selectors }
    const handler = (request: FastifyRequest, reply: FastifyReply, given: unknown) =>
      answerPeople(deps, list, request, reply, given as JsonObject)
    const described = { summary: `List the people behind a number of ${nounOf(kind)}`, ...PEOPLE, ...place }
    route(
      app,
      {
        get: url,
        ...described,
        example: { query: addressValues(example) },
        query: Format.extend(shape).loose(),
      },
      (request, reply) => handler(request, reply, request.query),
    )
    route(
      app,
      {
        post: url,
        ...described,
        example: { body: example },
        description: 'Does what GET does, for a question that is too long for an address.',
        query: Format.loose(),
        body: Request,
        preValidation: addressIntoBody(Object.keys(Format.shape)),
      },
      (request, reply) => handler(request, reply, request.body),
    )
  }
}

async function answerPeople(
  deps: PeopleDeps,
  { kind }: PeopleList,
  request: FastifyRequest,
  reply: FastifyReply,
  given: JsonObject,
): Promise<BodyOf<typeof PeopleBody> | FastifyReply> {
  const project = projectOf(request)
  const { format: _, ...others } = given
  const requested = requestedPeople(kind, others)
  const asked = await toAskedPeople(deps, project, requested)
  const { findPeople, actorListing } = deps
  const options = {
    ...askerOf(reply),
    askedBy: askedBy(reply, requested.parameters.client_query_id),
  }
  if (isCsvAsked(request.query)) {
    const text = await peopleFile(actorListing, project.id, findPeople.all(asked, options))
    return reply.send(csvFile(request, reply, text))
  }
  const page = await findPeople.page(asked, positionOf(requested), options)
  const { people: listed, keys, taken, missing } = await showActors(actorListing, project.id, page)
  const people = await withExplanations(deps, { kind, requested, asked }, { listed, keys }, options)
  const last = page.actors[taken - 1]
  const hasMore = page.hasMore || taken < page.actors.length
  const linkAt = linksOf(request, kind, requested, asked.asOfMs)
  return {
    results: [{ people, count: taken }],
    next: hasMore && last !== undefined ? linkAt(actorCursor(last)) : null,
    initial: linkAt(undefined),
    total_count: page.total,
    missing_persons: missing,
    is_cached: false,
    last_refresh: isoInstant(deps.clock()),
    ...warningsField(await peopleWarnings(deps, project, requested, page.total === 0, askerOf(reply))),
  }
}

interface AskedOfKind {
  readonly kind: PeopledKind
  readonly requested: RequestedPeople
  readonly asked: AskedPeople
}

/**
 * Returns the actors with links to their explanations and, if the request asks for them, with their matched
 * events. Actors of a question without explanations are returned unchanged. If a funnel decides which
 * actors another kind lists, the links lead to the explanations of this funnel.
 */
async function withExplanations(
  { findPeople }: Pick<PeopleDeps, 'findPeople'>,
  { kind, requested: { parsed, selectors }, asked }: AskedOfKind,
  { listed, keys }: { readonly listed: readonly ActorBody[]; readonly keys: readonly Actor[] },
  options: PeopleOptions,
): Promise<ActorBody[]> {
  const { node } = kind.inSeries(parsed.node, parsed.at)
  const explained = explainedKindOf(node)
  if (explained === null) return [...listed]
  const asOf = isoInstant(asked.asOfMs)
  const links = peopleLinks({ projectId: asked.question.project.id, path: explained.path, node, asOf })
  const isAsked = selectors.include_matched_events === true
  const matched = isAsked ? await findPeople.matchedEvents(asked, keys, options) : null
  const selected = addressValues(pick(selectors, Object.keys(explained.explanations.selectors.shape)))
  return listed.map((one, i) => ({
    ...one,
    ...explainedFields(one, keys[i] ?? '', listed.length, { links, selected, matched }),
  }))
}

/**
 * Returns a function that makes the address of the page at a cursor. All pages compute relative dates from
 * the same instant. The pages of a list that was requested by POST can be read by GET, unless the question
 * is too long for an address.
 */
function linksOf(
  request: FastifyRequest,
  { cells: { path } }: PeopledKind,
  { parsed: { node }, selectors, parameters }: RequestedPeople,
  asOfMs: number,
): (cursor: string | undefined) => string {
  const asOf = isoInstant(asOfMs)
  const links = peopleLinks({ projectId: projectOf(request).id, path, node, asOf })
  if (request.method === 'GET' || links === null)
    return (cursor) => linkWith(request, { as_of: asOf, cursor, offset: undefined })
  const { limit, search } = parameters
  return (cursor) => linkTo(request, links.to(addressValues({ ...selectors, limit, search, cursor })))
}

const pick = (parameters: JsonObject, names: readonly string[]) =>
  Object.fromEntries(Object.entries(parameters).filter(([name]) => names.includes(name)))
