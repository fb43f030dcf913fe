import { createHmac } from 'node:crypto'
import type { VisitorKeyStore } from '#metadata/visitors/visitor-key-store.ts'
import { lruOf } from '#shared/lru-of.ts'
import { type OpenDay, openDays } from './open-days.ts'

/** The facts that identify a visitor without a cookie for one day. None of them is stored. */
export interface VisitorFacts {
  readonly address: string
  readonly userAgent: string
  /** The host of the page, with its port if it has one. */
  readonly host: string
}

/** Returns the id of a visitor on the day of an event. `timestampMs` is the time of the event. */
export type VisitorIdOf = (facts: VisitorFacts, timestampMs: number) => string

interface ProjectOfVisitors {
  readonly id: number
  /** IANA name of the time zone that decides where days begin. */
  readonly timezone: string
}

export interface VisitorIds {
  /**
   * Reads the keys of the days from which events can still arrive, and returns the function that makes ids
   * with them. The keys are on disk before an id is made, so a restart changes no id.
   */
  of(project: ProjectOfVisitors, nowMs: number): Promise<VisitorIdOf>
  /** Deletes the keys of days that accept no more events, in memory and in the store. */
  removeExpired(nowMs: number): Promise<void>
}

/**
 * The function that makes ids with the keys of a project. It is valid from `fromMs` until `untilMs`, when
 * the open days of the project change.
 */
interface KeysOfProject {
  readonly timezone: string
  readonly fromMs: number
  readonly untilMs: number
  readonly idOf: VisitorIdOf
}

const CACHED_PROJECTS = 1_000

/**
 * Makes the ids of visitors whose browser stores nothing. An id is a hash of project, day, address, user
 * agent and host, with a random key of the project and day. After the key is deleted, nobody can compute
 * which visitor had which id. The ids of two days have nothing in common.
 */
export function createVisitorIds(
  store: Pick<VisitorKeyStore, 'keysOf' | 'removeExpired'>,
  mostProjects = CACHED_PROJECTS,
): VisitorIds {
  const known = lruOf<number, KeysOfProject>(mostProjects)
  return {
    async of({ id, timezone }, nowMs) {
      const before = known.get(id)
      const isValid = before?.timezone === timezone && nowMs >= before.fromMs && nowMs < before.untilMs
      if (before !== undefined && isValid) return before.idOf
      const days = openDays(nowMs, timezone)
      const keys = await store.keysOf(
        id,
        days.map(({ day, closesMs }) => ({ day, expiresMs: closesMs })),
      )
      const today = days.find(({ fromMs, toMs }) => nowMs >= fromMs && nowMs < toMs)
      if (today === undefined) throw new Error('The present day is not open')
      const untilMs = Math.min(today.toMs, ...days.map(({ closesMs }) => closesMs))
      const idOf = visitorIdOf(id, days, today, keys)
      known.set(id, { timezone, fromMs: today.fromMs, untilMs, idOf })
      return idOf
    },
    async removeExpired(nowMs) {
      known.clear()
      await store.removeExpired(nowMs)
    },
  }
}

/**
 * Number of hexadecimal digits in an id. 32 digits are 128 bits: two visitors are as unlikely to get the
 * same id as two random ids of 128 bits are to be equal.
 */
const ID_CHARACTERS = 32

function visitorIdOf(
  projectId: number,
  days: readonly OpenDay[],
  today: OpenDay,
  keys: ReadonlyMap<string, string>,
): VisitorIdOf {
  return ({ address, userAgent, host }, timestampMs) => {
    const isIn = ({ fromMs, toMs }: OpenDay) => timestampMs >= fromMs && timestampMs < toMs
    const { day } = days.find(isIn) ?? today
    const key = keys.get(day)
    if (key === undefined) throw new Error(`The day ${day} has no key`)
    // JSON separates the parts, so no two visitors are hashed from the same text.
    const text = JSON.stringify([projectId, day, address, userAgent, host])
    const hash = createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex')
    return `cookieless_${hash.slice(0, ID_CHARACTERS)}`
  }
}
