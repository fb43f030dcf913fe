import type { Random } from './random.ts'
import { identification, signedIn, type Visitor } from './visitor.ts'

/** An event without the properties that all events of its visitor have. */
export interface StoryEvent {
  readonly atMs: number
  readonly visitor: Visitor
  readonly name: string
  /** Null for an event that a server sends. */
  readonly page: Page | null
  readonly properties: Readonly<Record<string, unknown>>
}
export interface Page {
  readonly host: string
  readonly path: string
  readonly sessionId: string
}

export const SITE = 'www.parcelo.example'
export const APP = 'app.parcelo.example'

const SAME_CLICK_MS = 20

export interface Session {
  /** Time of the last event. */
  readonly atMs: number
  /** Opens a page. */
  view(host: string, path: string): void
  /** Adds an event on the open page. */
  act(name: string, properties?: Readonly<Record<string, unknown>>): void
  /**
   * Signs in or up: from here on the visitor is identified. `then` is the name of another event of the same
   * click.
   */
  identify(then?: string): void
}

/** Opens a session of a visitor. It adds events to `events`, seconds apart. */
export function openSession(
  opening: Visitor,
  startMs: number,
  random: Random,
  events: StoryEvent[],
): Session {
  const sessionId = `s-${startMs.toString(36)}-${random.integer(0, 36 ** 5 - 1).toString(36)}`
  let atMs = startMs
  let visitor = opening
  let page: Page = { host: SITE, path: '/', sessionId }
  const add = (name: string, properties: Readonly<Record<string, unknown>>, afterMs: number) => {
    atMs += afterMs
    events.push({ atMs, visitor, name, page, properties })
  }
  const moments = () => random.integer(3_000, 45_000)
  return {
    get atMs() {
      return atMs
    },
    view(host, path) {
      page = { host, path, sessionId }
      add('$pageview', {}, moments())
    },
    act: (name, properties = {}) => add(name, properties, moments()),
    identify(then) {
      const properties = identification(visitor)
      visitor = signedIn(visitor.person, visitor.setup)
      add('$identify', properties, moments())
      if (then !== undefined) add(then, {}, SAME_CLICK_MS)
    },
  }
}
