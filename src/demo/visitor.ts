import type { Person, Setup } from './persons.ts'
import type { Random } from './random.ts'
import { uuidAt } from './uuid.ts'

/** A person at a browser, as the SDK there knows them. */
export interface Visitor {
  readonly person: Person
  /** Random, made by the SDK in the browser; the e-mail address after signing in there. */
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

/** Properties of the `$identify` event: the anonymous id, name and e-mail address, and once, the origin of the person. */
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

/** The origin of the person, which the SDK takes from the first page and sends with every event. */
export function originProperties({ utmSource }: Person): Readonly<Record<string, string>> {
  const domain = utmSource === null ? undefined : REFERRING_DOMAINS.get(utmSource)
  return {
    $referrer: domain === undefined ? '$direct' : `https://${domain}/`,
    $referring_domain: domain ?? '$direct',
    ...(utmSource !== null && { utm_source: utmSource }),
  }
}
