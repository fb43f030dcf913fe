import type { JsonObject } from '#shared/json-value.ts'
import { questionText } from './question-text.ts'

/** The addresses of the people behind the numbers of one answer. */
export interface PeopleLinks {
  /** Returns the address of the people behind the number that these parameters select. */
  to(selectors: Readonly<Record<string, string | number>>): string
  /** Returns whether an answer has room for `count` addresses that are as long as `link`. */
  hasRoomFor(count: number, link: string): boolean
}

/**
 * Returns the address of the people behind a number. Null if `links` is null, or if an answer has no room
 * for `total` addresses of this length.
 */
export function linkWithRoom(
  links: PeopleLinks | null,
  total: number,
  selectors: Readonly<Record<string, string | number>>,
): string | null {
  const link = links?.to(selectors)
  return link !== undefined && links?.hasRoomFor(total, link) ? link : null
}

export interface LinkedAnswer {
  readonly projectId: number
  /** The path of the kind under `persons/`. */
  readonly path: string
  /** The question as a query node. */
  readonly node: JsonObject
  /**
   * The instant of the answer in ISO 8601. With it, relative dates in the links mean the same as in the
   * answer.
   */
  readonly asOf: string
}

/**
 * Maximum number of characters of a link, and of the question in it. Node refuses a request whose first
 * line and headers take more than 16 KiB.
 */
const MOST_IN_A_LINK = 12_000
const MOST_IN_A_QUESTION = 6_000
/**
 * Maximum number of characters of all links of one answer together. It is enough for about 7,000 links of a
 * small question, which are 2.5 MB of JSON.
 */
const MOST_IN_AN_ANSWER = 1024 * 1024

/** Returns the links of an answer; null if its question is too long for an address. */
export function peopleLinks({ projectId, path, node, asOf }: LinkedAnswer): PeopleLinks | null {
  const question = questionText(node)
  if (question.length > MOST_IN_A_QUESTION) return null
  const address = `/api/projects/${projectId}/persons/${path}/?question=${question}&as_of=${asOf}`
  return {
    to: (selectors) =>
      Object.entries(selectors).reduce(
        (link, [name, value]) => `${link}&${name}=${encodeURIComponent(value)}`,
        address,
      ),
    hasRoomFor: (count, { length }) => length <= MOST_IN_A_LINK && count * length <= MOST_IN_AN_ANSWER,
  }
}
