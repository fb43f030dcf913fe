import type { Person } from './persons.ts'
import type { Random } from './random.ts'

/** One thing that happened, without what every event of its person says. */
export interface StoryEvent {
  readonly atMs: number
  readonly person: Person
  readonly name: string
  /** Where on the web it happened; null for what a server did. */
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

export interface Session {
  /** When the last thing happened. */
  readonly atMs: number
  /** Opens a page. */
  view(host: string, path: string): void
  /** Does something on the page that is open. */
  act(name: string, properties?: Readonly<Record<string, unknown>>): void
  pause(durationMs: number): void
}

/** A person at a screen: things happen one after another, seconds apart, and are added to `events`. */
export function openSession(person: Person, startMs: number, random: Random, events: StoryEvent[]): Session {
  const sessionId = `s-${startMs.toString(36)}-${random.integer(0, 36 ** 5 - 1).toString(36)}`
  let atMs = startMs
  let page: Page = { host: SITE, path: '/', sessionId }
  const add = (name: string, properties: Readonly<Record<string, unknown>>) => {
    atMs += random.integer(3_000, 45_000)
    events.push({ atMs, person, name, page, properties })
  }
  return {
    get atMs() {
      return atMs
    },
    view(host, path) {
      page = { host, path, sessionId }
      add('$pageview', {})
    },
    act: (name, properties = {}) => add(name, properties),
    pause(durationMs) {
      atMs += durationMs
    },
  }
}
