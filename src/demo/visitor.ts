import type { Person, Setup } from './persons.ts'
import type { Random } from './random.ts'
import { uuidAt } from './uuid.ts'

/** A person as the SDK in a browser knows them. */
export interface Visitor {
  readonly person: Person
  /** Made up by the browser's SDK; the e-mail address once somebody has signed in there. */
  readonly distinctId: string
  readonly setup: Setup
}

/** Somebody at a browser that has never been here before. */
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

/** What an `$identify` says: who the stranger is, and once, where they came from. */
export const identification = ({ person, distinctId }: Visitor): Readonly<Record<string, unknown>> => ({
  $anon_distinct_id: distinctId,
  $set: { name: person.name, email: person.email },
  $set_once: Object.fromEntries(
    Object.entries(originOf(person)).map(([name, value]) => [`$initial_${name.replace('$', '')}`, value]),
  ),
})

const REFERRING_DOMAINS: ReadonlyMap<string, string> = new Map([
  ['google', 'www.google.com'],
  ['linkedin', 'www.linkedin.com'],
  ['github', 'github.com'],
])

/** Where the person came from, as the SDK reads it off the first page and says it with every one. */
export function originOf({ utmSource }: Person): Readonly<Record<string, string>> {
  const domain = utmSource === null ? undefined : REFERRING_DOMAINS.get(utmSource)
  return {
    $referrer: domain === undefined ? '$direct' : `https://${domain}/`,
    $referring_domain: domain ?? '$direct',
    ...(utmSource !== null && { utm_source: utmSource }),
  }
}
