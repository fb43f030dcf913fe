import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ActorParameter, FunnelExplanationBody } from '#contract/funnel-explanation.ts'
import { ProjectPath } from '#contract/paths.ts'
import { PeopleParameters } from '#contract/people.ts'
import { RefreshParameters } from '#contract/refresh.ts'
import { Format } from '#contract/text.ts'
import { warningsField } from '#contract/warning.ts'
import { addressIntoBody } from '#http/server/address-into-body.ts'
import { addressValues } from '#http/server/address-values.ts'
import { askedBy, askerOf } from '#http/server/asker.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { type BodyOf, route } from '#http/server/route.ts'
import type { Answering } from '#insights/answering/answering.ts'
import type { ActorType } from '#insights/kind/actor-type.ts'
import { ExplainedSelectors } from '#insights/kinds/funnels/cells.ts'
import type { FindExplanation } from '#insights/kinds/funnels/explain/find-explanation.ts'
import { funnels } from '#insights/kinds/funnels/funnels.ts'
import { kindOf } from '#insights/questions/find-kind.ts'
import type { FunnelsQuery } from '#insights/runs/question/query.ts'
import { actorNoun, actorTypeOf } from '#insights/runs/run-actors.ts'
import type { ActorListing } from '#listings/actors.ts'
import type { Clock } from '#shared/clock.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { notFound } from '#shared/request-error.ts'
import { parseQuestion } from './asked-people.ts'
import { toExplanationBody } from './explanation-body.ts'

export interface ExplainFunnelDeps {
  readonly findExplanation: FindExplanation
  readonly actorListing: ActorListing
  readonly answering: Pick<Answering, 'findWarnings'>
  readonly clock: Clock
}

const { query, question, as_of } = PeopleParameters
const { client_query_id } = RefreshParameters
const PARAMETERS = z.object({
  ...{ query, question, as_of, client_query_id },
  actor: ActorParameter,
  ...ExplainedSelectors.shape,
})
type Parameters = z.output<typeof PARAMETERS>
const KNOWN = [...Object.keys(PARAMETERS.shape), ...Object.keys(Format.shape)]
const SHAPE = { ...funnels.wire.flat.shape, ...PARAMETERS.shape }
const Request = funnels.wire.flat
  .extend(PARAMETERS.shape)
  .loose()
  .meta({ id: `${funnels.names.node}Explanation` })

const PATH = `/persons/${funnels.cells.path}/explain/`
const EXAMPLE = {
  ...funnels.cells.example.question,
  // The actors are devices: any text can be the key of a device, while a person is known by an id that
  // differs from server to server.
  funnel_aggregate_by_hogql: 'properties.$device_type',
  actor: 'Mobile',
}
const EXPLAINED = {
  summary: 'Explain which steps of a funnel an actor reached',
  tag: 'persons',
  scope: 'person:read',
  alsoScope: 'insight:read',
  params: ProjectPath,
  answer: FunnelExplanationBody,
  engine: 'computation',
} as const

/**
 * Registers `/persons/funnel/explain/`, which shows the events of one actor, and the rule that decided how
 * far it got.
 */
export function explainFunnelRoutes(app: FastifyInstance, deps: ExplainFunnelDeps): void {
  route(
    app,
    {
      get: PATH,
      ...EXPLAINED,
      example: { query: { ...addressValues(EXAMPLE), actor: EXAMPLE.actor } },
      query: Format.extend(SHAPE).loose(),
    },
    (request, reply) => explain(deps, request, reply, request.query),
  )
  route(
    app,
    {
      post: PATH,
      ...EXPLAINED,
      example: { body: EXAMPLE },
      description: 'Does what GET does, for a question that is too long for an address.',
      query: Format.loose(),
      body: Request,
      preValidation: addressIntoBody(Object.keys(Format.shape)),
    },
    (request, reply) => explain(deps, request, reply, request.body),
  )
}

async function explain(
  deps: ExplainFunnelDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  given: JsonObject,
): Promise<BodyOf<typeof FunnelExplanationBody>> {
  const project = projectOf(request)
  const parameters = given as Parameters
  const { actor: asked, as_of: asOfMs, client_query_id: id } = parameters
  const flat = Object.fromEntries(Object.entries(given).filter(([name]) => !KNOWN.includes(name)))
  const parsed = parseQuestion(kindOf({ kind: 'funnels' }), flat, parameters)
  // The question was parsed as a funnel.
  const query = parsed.query as FunnelsQuery
  const type = actorTypeOf(query)
  const actor = await findActor(deps.actorListing, project.id, type, asked)
  const found = await deps.findExplanation(
    {
      question: { project, ...parsed },
      selectors: parameters,
      asOfMs: asOfMs ?? deps.clock(),
      actor: actor.key,
    },
    { ...askerOf(reply), askedBy: askedBy(reply, id) },
  )
  return {
    ...toExplanationBody({ type: type.of, id: actor.id }, `${actorNoun(query)} ${actor.name}`, found),
    ...warningsField(await deps.answering.findWarnings({ project, ...parsed })),
  }
}

interface NamedActor {
  /** The number of a person's root, or the key of another actor. */
  readonly key: number | string
  readonly id: string
  readonly name: string
}

/**
 * Finds the actor that a text names. If the actors are not persons, any text can be the key of an actor.
 * @throws RequestError for an unknown person.
 */
async function findActor(
  listing: ActorListing,
  projectId: number,
  type: ActorType,
  asked: string,
): Promise<NamedActor> {
  if (type.of !== 'person') return { key: asked, id: asked, name: asked }
  const [number] = await listing.personsNamed(projectId, asked)
  const [person] = number === undefined ? [] : await listing.persons(projectId, [number])
  if (number === undefined || !person) throw notFound()
  return { key: number, id: person.uuid, name: person.name }
}
