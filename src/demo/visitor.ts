import type { Person, Setup } from './persons.ts'
import type { Random } from './random.ts'
import { uuidAt } from './uuid.ts'

/** A person at a browser, as the SDK there knows them. */
export interface Visitor {
  readonly person: Person
  /**
   * The id of the visitor in this browser. The SDK makes a random one. After signing in, it is the e-mail
   * address.
   */
  readonly distinctId: string
  readonly setup: Setup
}

/** A person at a browser without earlier visits. */
export const stranger = (person: Person, setup: Setup, firstMs: number, random: Random): Visitor => ({
  person,
  distinctId: uuidAt(firstMs, random),
  setup,
})

export const signedIn = (person: Person, setup: Setup = person): Visitor => ({
  person,
  distinctId: person.email,
  setup,
})

/**
 * Returns the properties of the `$identify` event: the anonymous id, name and e-mail address, and, set
 * once, the origin of the person.
 */
export const identification = ({ person, distinctId }: Visitor): Readonly<Record<string, unknown>> => ({
  $anon_distinct_id: distinctId,
  $set: { name: person.name, email: person.email },
  $set_once: Object.fromEntries(
    Object.entries(originProperties(person)).map(([name, value]) => [
      `$initial_${name.replace('$', '')}`,
      value,
    ]),
  ),
})

const REFERRING_DOMAINS: ReadonlyMap<string, string> = new Map([
  ['google', 'www.google.com'],
  ['linkedin', 'www.linkedin.com'],
  ['github', 'github.com'],
])

/**
 * Returns the properties of the person's origin. The SDK reads them on the first page and sends them with
 * every event.
 */
export function originProperties({ utmSource }: Person): Readonly<Record<string, string>> {
  const domain = utmSource === null ? undefined : REFERRING_DOMAINS.get(utmSource)
  return {
    $referrer: domain === undefined ? '$direct' : `https://${domain}/`,
    $referring_domain: domain ?? '$direct',
    ...(utmSource !== null && { utm_source: utmSource }),
  }
}
