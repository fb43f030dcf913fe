import type { ActorBody } from '#contract/people.ts'
import type { Actor } from '#insights/kind/actor-type.ts'
import type { MatchedEvents } from '#insights/kind/explanations.ts'
import { linkWithRoom, type PeopleLinks } from '#insights/kind/people-links.ts'
import { isoInstant } from '#shared/clock.ts'

/** The data for the fields of actors that only questions with explanations have. */
export interface ExplainedActors {
  /** Makes the links to explanations; null if the question is too long for an address. */
  readonly links: PeopleLinks | null
  /** The parameters of an explanation that select the row and the interval that the number belongs to. */
  readonly selected: Readonly<Record<string, string>>
  /** The matched events of each actor; null if they were not asked for. */
  readonly matched: MatchedEvents | null
}

/**
 * Returns the fields of an actor that only questions with explanations have. `key` is the root number of a
 * person, or the key of any other actor. `total` is the number of actors on the page.
 */
export const explainedFields = (
  body: ActorBody,
  key: Actor,
  total: number,
  { links, selected, matched }: ExplainedActors,
): Pick<ActorBody, 'explain_url' | 'matched_events'> => ({
  explain_url: linkWithRoom(links, total, { ...selected, actor: namedAs(body) }),
  ...(matched !== null && {
    matched_events: (matched.get(key) ?? []).map(({ step, event, uuid, atMs }) => ({
      ...{ step, event, uuid },
      timestamp: isoInstant(atMs),
    })),
  }),
})

/**
 * Returns the text that names the actor in a request for an explanation. A person without a profile cannot
 * be found by its uuid, so one of its distinct ids is used.
 */
const namedAs = (body: ActorBody): string =>
  body.type === 'person' && !body.has_profile ? (body.distinct_ids[0] ?? body.id) : body.id
