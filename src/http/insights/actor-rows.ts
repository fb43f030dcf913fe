import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { WRAPPERS } from '#contract/insight-kinds.ts'
import type { ActorBody } from '#contract/people.ts'
import { type Warning, warningsField } from '#contract/warning.ts'
import { showActors } from '#http/people/actor-body.ts'
import { ACTORS_NODES, peopleOfNode, placeAtNode, placedAtNode } from '#http/people/actors-node.ts'
import { type PeopleDeps, toAskedPeople } from '#http/people/people-question.ts'
import { peopleWarnings } from '#http/people/people-warnings.ts'
import { askerOf } from '#http/server/asker.ts'
import { csvText } from '#http/server/csv/csv-text.ts'
import type { QuestionProject } from '#insights/answering/question.ts'
import type { FindPeople } from '#insights/people/find-people.ts'
import { sourceIn } from '#insights/questions/wrapped-node.ts'
import { nameOfColumn } from '#insights/table/list-statement.ts'
import { isoInstant } from '#shared/clock.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { invalid } from '#shared/request-error.ts'

const STANDARD_LIMIT = 100
const MOST = 1_000

/**
 * An ActorsQuery whose source selects a number of an insight. All other fields that an ActorsQuery can have
 * are refused: they would restrict the actors to fewer than the number counts.
 */
const ActorsOfNumber = z.strictObject({
  kind: z.literal('ActorsQuery'),
  source: z.looseObject({ kind: z.enum(ACTORS_NODES) }),
  select: z.array(z.string()).min(1).max(100).nullish(),
  search: z.string().max(400).nullish(),
  orderBy: z
    .array(z.string())
    .nullish()
    .refine((columns) => !columns?.length, {
      error: 'A list of actors of a number cannot be ordered: leave orderBy out.',
      params: { code: 'not_supported' },
    }),
  limit: z.int().min(1).nullish(),
  offset: z.int().min(0).nullish(),
  response: z.unknown().optional(),
})
export type ActorsOfNumber = z.output<typeof ActorsOfNumber> & {
  /** The path of `source` in the request, such as `query__source`. */
  readonly place: string
}

/**
 * Parses the node as a list of the actors behind a number; null if the node is anything else.
 * @throws RequestError for a malformed list
 */
export function actorsOfNumber(node: unknown): ActorsOfNumber | null {
  const inside = sourceIn(node, WRAPPERS)
  if (!isJsonObject(inside) || inside.kind !== 'ActorsQuery' || !isJsonObject(inside.source)) return null
  if (!(ACTORS_NODES as readonly unknown[]).includes(inside.source.kind)) return null
  const path = inside === node ? ['query'] : ['query', 'source']
  return { ...parseValue(ActorsOfNumber, inside, path), place: [...path, 'source'].join('__') }
}

/**
 * Returns the response body of `query/` for the actors behind a number, ordered by their keys. The body is
 * not cached: it is computed for each request.
 */
export async function actorRows(
  deps: PeopleDeps,
  project: QuestionProject,
  actors: ActorsOfNumber,
  reply: FastifyReply,
) {
  const { columns, values } = columnsOf(actors)
  const place = { offset: actors.offset ?? 0, limit: Math.min(actors.limit ?? STANDARD_LIMIT, MOST) }
  const pages = pagesOf(deps, project, actors, reply)
  const listed = peopleAt(deps, project, pages, place)
  const people: ActorBody[] = []
  let some = await listed.next()
  for (; !some.done; some = await listed.next()) people.push(...some.value)
  return {
    results: people.map((person) => values.map((value) => value(person))),
    columns: [...columns],
    types: columns.map((name) => [name, 'JSON']),
    hasMore: some.value,
    ...place,
    is_cached: false,
    computed_ms: null,
    rows_read: null,
    last_refresh: isoInstant(deps.clock()),
    next_allowed_client_refresh: isoInstant(deps.clock()),
    timezone: project.timezone,
    query_status: null,
    error: null,
    ...warningsField(await warningsOf(deps, project, actors, people.length + place.offset === 0, reply)),
  }
}

/**
 * Returns the warnings about the people behind a number. The attr of a warning is the path of the sender's
 * field in the request.
 */
async function warningsOf(
  deps: PeopleDeps,
  project: QuestionProject,
  { source, search, place }: ActorsOfNumber,
  isEmpty: boolean,
  reply: FastifyReply,
): Promise<Warning[]> {
  const requested = peopleOfNode(source)
  const isWhole = isEmpty && !search
  const warnings = await peopleWarnings(deps, project, requested, isWhole, askerOf(reply))
  return warnings.map((one) =>
    one.attr === null ? one : { ...one, attr: placeAtNode(one.attr, source, place) },
  )
}

/** Returns the list of {@link actorRows} as CSV text. Without a `limit` the text has all actors. */
export async function actorsText(
  deps: PeopleDeps,
  project: QuestionProject,
  actors: ActorsOfNumber,
  reply: FastifyReply,
): Promise<AsyncIterable<string>> {
  const { columns, values } = columnsOf(actors)
  const place = { offset: actors.offset ?? 0, limit: actors.limit ?? Number.POSITIVE_INFINITY }
  const people = peopleAt(deps, project, pagesOf(deps, project, actors, reply), place)
  // The first actors are read before the headers are sent. So a question that fails can still be answered
  // with its own status.
  const first = await people.next()
  const rows = (some: readonly ActorBody[]) =>
    csvText(some.map((person) => values.map((value) => value(person))))
  return (async function* () {
    yield csvText([columns])
    if (!first.done) yield rows(first.value)
    for await (const some of people) yield rows(some)
  })()
}

function columnsOf({ select }: ActorsOfNumber): { columns: readonly string[]; values: readonly Value[] } {
  const columns = select ?? ['actor']
  return { columns, values: columns.map(columnOf) }
}

async function* pagesOf(
  deps: PeopleDeps,
  project: QuestionProject,
  { source, search, place }: ActorsOfNumber,
  reply: FastifyReply,
): ReturnType<FindPeople['all']> {
  try {
    refuseOfList(source)
    const requested = peopleOfNode(source)
    const asked = await toAskedPeople(deps, project, {
      ...requested,
      parameters: { ...requested.parameters, search: search ?? undefined },
    })
    yield* deps.findPeople.all(asked, askerOf(reply))
  } catch (error) {
    throw placedAtNode(error, source, place)
  }
}

/**
 * Parameters that a list of people has at its own address. In an ActorsQuery the node has its own fields
 * for them, so they are refused in its source.
 */
const OF_LIST = ['search', 'limit', 'offset', 'cursor', 'format', 'include_matched_events']

function refuseOfList(source: JsonObject): void {
  const name = OF_LIST.find((one) => isGiven(source[one]))
  if (name === undefined) return
  throw invalid(
    'unknown_field',
    `The source of a list of actors has no "${name}". Send search, limit and offset with the list, outside its source.`,
    name,
  )
}

interface Place {
  readonly offset: number
  readonly limit: number
}

/**
 * Yields the actors from `offset` on, at most `limit`, some at a time. Returns whether the list has more
 * actors after them.
 */
async function* peopleAt(
  { actorListing }: PeopleDeps,
  project: QuestionProject,
  pages: ReturnType<FindPeople['all']>,
  { offset, limit }: Place,
): AsyncGenerator<readonly ActorBody[], boolean> {
  let [skip, left] = [offset, limit]
  for await (const { actorType, actors, appearances } of pages) {
    for (let from = Math.min(skip, actors.length); from < actors.length; ) {
      if (left <= 0) return true
      const to = from + left
      const some = { actors: actors.slice(from, to), appearances: appearances?.slice(from, to) ?? null }
      const shown = await showActors(actorListing, project.id, { actorType, ...some })
      yield shown.people
      left -= shown.taken
      from += shown.taken
    }
    skip = Math.max(0, skip - actors.length)
  }
  return false
}

type Value = (person: ActorBody) => unknown

/**
 * Returns the indexes at which `appearances` has a 1. The answer to an ActorsQuery has these indexes. A list
 * of people at its own address has the 0 or 1 of every index instead.
 */
const placesOf = (appearances: readonly number[]) =>
  appearances.flatMap((appearance, place) => (appearance === 0 ? [] : [place]))

const COLUMNS: Readonly<Record<string, Value>> = {
  actor: (person) => person,
  person: (person) => person,
  group: (person) => person,
  '*': (person) => person,
  id: ({ id }) => id,
  actor_id: ({ id }) => id,
  person_display_name: (person) => ({
    id: person.id,
    display_name: 'name' in person ? person.name : person.id,
  }),
  group_name: ({ id }) => id,
  created_at: (person) => ('created_at' in person ? person.created_at : null),
  properties: (person) => ('properties' in person ? person.properties : {}),
  distinct_ids: (person) => ('distinct_ids' in person ? person.distinct_ids : []),
  matched_recordings: ({ matched_recordings }) => matched_recordings,
  appearances: (person) => ('appearances' in person ? placesOf(person.appearances ?? []) : null),
}

/**
 * Returns the function that computes the column `text` from an actor. `text` may end with a comment.
 * @throws RequestError for a column that actors do not have
 */
function columnOf(text: string, place: number): Value {
  const name = nameOfColumn(text)
  const known = Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined
  if (known !== undefined) return known
  const [, key] = /^(?:person\.)?properties\.(.+)$/.exec(name) ?? []
  if (key !== undefined)
    return (person) =>
      'properties' in person ? ((person.properties as Record<string, unknown>)[key] ?? null) : null
  throw invalid(
    'invalid_choice',
    `Actors have no such column: use ${Object.keys(COLUMNS).join(', ')} or properties.x, with the name of a property as x.`,
    `query__select__${place}`,
  )
}
