import { plainText } from '#shared/json-text.ts'
import { RequestError } from '#shared/request-error.ts'
import { isMap } from './sent-map.ts'
import { queryText, type WireBody } from './wire-body.ts'

interface TokenPlaces {
  readonly authorization: string | undefined
  readonly query: WireBody['query']
  readonly body: unknown
  readonly events: readonly unknown[]
}

const MAX_TOKEN_CHARACTERS = 200

/**
 * Returns the project's token. It is looked for in the header, in the batch, in its events and in the query
 * string, in this order. A property `token` without the prefix of tokens comes last, so that a mistyped
 * token is refused with its text. Null if there is none, or if it is longer than a token can be.
 * @throws RequestError `unauthenticated` if the events have several tokens.
 */
export function sentToken({ authorization, query, body, events }: TokenPlaces): string | null {
  const [, bearer] = /^Bearer +(phc_\S+) *$/i.exec(authorization ?? '') ?? []
  const found =
    bearer ??
    (isMap(body) ? firstGiven([body.api_key, body.token]) : null) ??
    tokenOfEvents(events) ??
    firstGiven([queryText(query, 'token'), queryText(query, 'api_key')]) ??
    firstGiven(events.map(tokenProperty))
  return found !== null && found.length <= MAX_TOKEN_CHARACTERS ? found : null
}

function tokenOfEvents(events: readonly unknown[]): string | null {
  let found: string | null = null
  for (const event of events) {
    const token = tokenOfEvent(event)
    if (token !== null && found !== null && token !== found)
      throw new RequestError(
        'unauthenticated',
        'invalid_api_key',
        'batch submitted with inconsistent api_key values',
      )
    found ??= token
  }
  return found
}

function tokenOfEvent(event: unknown): string | null {
  if (!isMap(event)) return null
  return firstGiven([event.token, event.$token, event.api_key]) ?? projectToken(tokenProperty(event))
}

const tokenProperty = (event: unknown) =>
  isMap(event) && isMap(event.properties) ? event.properties.token : null

// Events may also have a property `token` of their own, so only a text with the prefix of tokens counts.
const projectToken = (token: unknown) =>
  typeof token === 'string' && token.startsWith('phc_') ? searchable(token) : null

function firstGiven(candidates: readonly unknown[]): string | null {
  for (const candidate of candidates)
    if (candidate !== undefined && candidate !== null && candidate !== '') return searchable(candidate)
  return null
}

// Characters that no store can hold cannot be searched for either. No token has them.
const searchable = (token: unknown) => plainText(token).replaceAll('\0', '\uFFFD').toWellFormed()
