import type { ActorBody } from '#contract/people.ts'
import type { Actor } from '#insights/kind/actor-type.ts'
import type { MatchedEvents } from '#insights/kind/explanations.ts'
import { linkWithRoom, type PeopleLinks } from '#insights/kind/people-links.ts'
import { isoInstant } from '#shared/clock.ts'

/** The data for the fields that only actors of a question with explanations have. */
export interface ExplainedActors {
  /** Makes the links to explanations; null if the question is too long for an address. */
  readonly links: PeopleLinks | null
  /** The parameters of an explanation that select the row and the interval of the number. */
  readonly selected: Readonly<Record<string, string>>
  /** The matched events of each actor; null if they were not asked for. */
  readonly matched: MatchedEvents | null
}

/**
 * Returns the fields that only an actor of a question with explanations has. `key` is the number of a
 * person's root, or the key of another actor.
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
 * Returns the name by which an explanation can ask for the actor. A person without a profile has no uuid
 * that could be asked for, so a distinct id is used.
 */
const namedAs = (body: ActorBody): string =>
  body.type === 'person' && !body.has_profile ? (body.distinct_ids[0] ?? body.id) : body.id
