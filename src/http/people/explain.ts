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
import type { NamedActor } from '#insights/kind/explanations.ts'
import type { FindPeople } from '#insights/people/find-people.ts'
import { EXPLAINED_KINDS, nounOf } from '#insights/questions/find-kind.ts'
import type { ActorListing } from '#listings/actors.ts'
import type { Clock } from '#shared/clock.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { notFound } from '#shared/request-error.ts'
import { parseQuestion } from './asked-people.ts'
import { toExplanationBody } from './explanation-body.ts'

export interface ExplainDeps {
  readonly findPeople: Pick<FindPeople, 'explain'>
  readonly actorListing: ActorListing
  readonly answering: Pick<Answering, 'findWarnings'>
  readonly clock: Clock
}

const { query, question, as_of } = PeopleParameters
const { client_query_id } = RefreshParameters
const PARAMETERS = z.object({ query, question, as_of, client_query_id, actor: ActorParameter })
type Parameters = z.output<typeof PARAMETERS>

/**
 * The explanations of all kinds that have explanations. They are made at module level, because a schema
 * with an id can be made only once.
 */
const EXPLAINED = EXPLAINED_KINDS.map((explained) => {
  const { kind, explanations } = explained
  const parameters = PARAMETERS.extend(explanations.selectors.shape)
  return {
    explained,
    known: [...Object.keys(parameters.shape), ...Object.keys(Format.shape)],
    shape: { ...kind.wire.flat.shape, ...parameters.shape },
    Request: kind.wire.flat
      .extend(parameters.shape)
      .loose()
      .meta({ id: `${kind.names.node}Explanation` }),
  }
})
type ExplainedList = (typeof EXPLAINED)[number]

const ROUTE = {
  tag: 'persons',
  scope: 'person:read',
  alsoScope: 'insight:read',
  params: ProjectPath,
  answer: FunnelExplanationBody,
  engine: 'computation',
} as const

/**
 * Registers `/persons/<kind>/explain/`, which shows the events of one actor and the rule that decided how
 * many steps the actor reached.
 */
export function explainRoutes(app: FastifyInstance, deps: ExplainDeps): void {
  for (const list of EXPLAINED) explainRoutesOf(app, deps, list)
}

function explainRoutesOf(app: FastifyInstance, deps: ExplainDeps, list: ExplainedList): void {
  const { kind, explanations, path } = list.explained
  const { question, actor } = explanations.example
  const example = { ...kind.cells.example.question, ...question, actor }
  const url = `/persons/${path}/`
  const described = { summary: `Explain which steps of ${nounOf(kind)} an actor reached`, ...ROUTE }
  route(
    app,
    {
      get: url,
      ...described,
      example: { query: { ...addressValues(example), actor } },
      query: Format.extend(list.shape).loose(),
    },
    (request, reply) => explain(deps, list, request, reply, request.query),
  )
  route(
    app,
    {
      post: url,
      ...described,
      example: { body: example },
      description: 'Does what GET does, for a question that is too long for an address.',
      query: Format.loose(),
      body: list.Request,
      preValidation: addressIntoBody(Object.keys(Format.shape)),
    },
    (request, reply) => explain(deps, list, request, reply, request.body),
  )
}

async function explain(
  deps: ExplainDeps,
  { explained: { kind, explanations }, known }: ExplainedList,
  request: FastifyRequest,
  reply: FastifyReply,
  given: JsonObject,
): Promise<BodyOf<typeof FunnelExplanationBody>> {
  const project = projectOf(request)
  const parameters = given as Parameters & JsonObject
  const { actor: asked, as_of: asOfMs, client_query_id: id } = parameters
  const flat = Object.fromEntries(Object.entries(given).filter(([name]) => !known.includes(name)))
  const parsed = parseQuestion(kind, flat, parameters)
  const type = explanations.actorOf(parsed.query)
  const actor = await findActor(deps.actorListing, project.id, type, asked)
  const found = await deps.findPeople.explain(
    { question: { project, ...parsed }, selectors: parameters, asOfMs: asOfMs ?? deps.clock() },
    actor,
    { ...askerOf(reply), askedBy: askedBy(reply, id) },
  )
  return {
    ...toExplanationBody({ type: type.of, id: actor.id }, found),
    ...warningsField(await deps.answering.findWarnings({ project, ...parsed })),
  }
}

/**
 * Finds the actor that the text `asked` names. If the question does not count persons, any text can be a
 * key.
 * @throws RequestError for an unknown person.
 */
async function findActor(
  listing: ActorListing,
  projectId: number,
  type: ActorType,
  asked: string,
): Promise<NamedActor & { readonly id: string }> {
  if (type.of !== 'person') return { key: asked, id: asked, name: asked }
  const [number] = await listing.personsNamed(projectId, asked)
  const [person] = number === undefined ? [] : await listing.persons(projectId, [number])
  if (number === undefined || !person) throw notFound()
  return { key: number, id: person.uuid, name: person.name }
}
