import type { Actor } from '#web/api/people.ts'

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null

export interface ActorName {
  readonly name: string
  /**
   * A text that identifies the actor more exactly than the name, such as an e-mail or a distinct id. Null
   * if the name is enough.
   */
  readonly beside: string | null
  /** The initials for the avatar; null for an anonymous person and for a session. */
  readonly initials: string | null
}

/**
 * Returns what a list shows as the name of an actor. For a person it is the property `name` or else the
 * person's name, for an anonymous person the end of its distinct id.
 */
export function actorName(actor: Actor): ActorName {
  if (actor.type === 'session') return { name: actor.id, beside: null, initials: null }
  const own = text(actor.properties['name'])
  if (actor.type === 'group') {
    const name = own ?? actor.group_key
    return { name, beside: own === null ? null : actor.group_key, initials: initialsOf(name) }
  }
  const [id = actor.uuid] = actor.distinct_ids
  if (!actor.is_identified && own === null && actor.name === id)
    return { name: `Anonymous ${id.slice(-4)}`, beside: id, initials: null }
  const name = own ?? actor.name
  return {
    name,
    beside: name === actor.name ? (id === name ? null : id) : actor.name,
    initials: initialsOf(name),
  }
}

/** Returns two letters: the initials of the first two words, or the beginning of the only word. */
function initialsOf(name: string): string {
  const [first = '', second] = name.split(/[\s._@-]+/).filter((word) => word !== '')
  return (second === undefined ? first.slice(0, 2) : `${first[0] ?? ''}${second[0] ?? ''}`).toUpperCase()
}

const SHOWN = 5
const IN_NAME = new Set(['name', 'email'])

/**
 * Returns at most five properties to show. Properties that the project has named come before those of SDKs.
 */
export function fiveProperties(
  properties: Readonly<Record<string, unknown>>,
): readonly (readonly [string, string])[] {
  const shown = Object.entries(properties).flatMap(([key, value]) => {
    const words = typeof value === 'boolean' ? String(value) : text(value)
    return words === null || IN_NAME.has(key) ? [] : [[key, words] as const]
  })
  const isOfSdk = ([key]: readonly [string, string]) => key.startsWith('$')
  return [...shown.filter((one) => !isOfSdk(one)), ...shown.filter(isOfSdk)].slice(0, SHOWN)
}
