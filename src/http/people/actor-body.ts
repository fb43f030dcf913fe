import type { z } from 'zod'
import { type ActorBody, GroupActor, PersonActor, SessionActor, withAppearances } from '#contract/people.ts'
import type { Actor } from '#insights/kind/actor-type.ts'
import type { ActorPage } from '#insights/people/find-people.ts'
import type { ActingPerson, ActorListing } from '#listings/actors.ts'
import { toPersonBody } from './person-body.ts'

/** The first actors of a page, as many of them as fit into one response. */
export interface ShownActors {
  readonly people: ActorBody[]
  /** The keys of `people` in the list of actors, in the order of `people`. */
  readonly keys: readonly Actor[]
  /**
   * The number of actors from the beginning of the page that this list covers. Each is either in `people` or
   * counted as `missing`.
   */
  readonly taken: number
  /** How many of the `taken` actors are persons of whom the server knows nothing. */
  readonly missing: number
}

/** Returns the schema of one actor of a list. The columns of the CSV table follow from this schema. */
export const schemaOfActor = ({ actorType, appearances }: ActorPage): z.ZodObject =>
  withAppearances(
    { person: PersonActor, group: GroupActor, session: SessionActor }[actorType.of],
    appearances !== null,
  )

export async function showActors(
  listing: ActorListing,
  projectId: number,
  { actorType, actors, appearances }: Pick<ActorPage, 'actorType' | 'actors' | 'appearances'>,
): Promise<ShownActors> {
  const toFields = (place: number) => appearanceFields(appearances?.[place])
  if (actorType.of === 'person') {
    const listed = await listing.persons(projectId, actors.map(Number))
    const people = listed.flatMap((one, i) => (one === null ? [] : { ...toPersonActor(one), ...toFields(i) }))
    const keys = actors.slice(0, listed.length).filter((_, i) => listed[i] !== null)
    return { people, keys, taken: listed.length, missing: listed.length - people.length }
  }
  if (actorType.of === 'group') {
    const { typeIndex } = actorType
    const listed = await listing.groups(projectId, typeIndex, actors.map(String))
    const people = listed.map(({ key, properties = {}, createdAt = null }, i): ActorBody => {
      const group = {
        id: key,
        group_key: key,
        group_type_index: typeIndex,
        properties,
        created_at: createdAt,
      }
      return { type: 'group', ...group, ...ALIKE, ...toFields(i) }
    })
    return { people, keys: actors, taken: listed.length, missing: 0 }
  }
  const people = actors.map((id): ActorBody => ({ type: 'session', id: String(id), ...ALIKE }))
  return { people, keys: actors, taken: people.length, missing: 0 }
}

/** Fields with fixed values. Clients read them, but they have no meaning here: there are no recordings. */
const ALIKE = { matched_recordings: [], value_at_data_point: null }

const appearanceFields = (appearances: readonly number[] | undefined) =>
  appearances === undefined
    ? {}
    : {
        appearances: [...appearances],
        appearance_count: appearances.reduce((sum, one) => sum + one, 0),
      }

const toPersonActor = (person: ActingPerson): ActorBody => ({
  type: 'person',
  ...toPersonBody(person),
  has_profile: person.hasProfile,
  ...ALIKE,
})
