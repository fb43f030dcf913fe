import type { Random } from './random.ts'

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Days of the story: UTC days, numbered from the oldest, 0, to today. */
export const TODAY = 180
/** The day of the broken deploy: 60 days before today. */
export const BROKEN_DEPLOY_DAY = TODAY - 60

const WEEKEND_SHARE = 0.3

export interface StoryCalendar {
  readonly nowMs: number
  /** Midnight of a day, in epoch ms. */
  startOf(day: number): number
  dayOf(atMs: number): number
  /** The Sunday on or before a day: the begin of the week in a project's calendar by default. */
  weekOf(day: number): number
  /** The traffic of a day as a share of a working day. */
  rhythm(day: number): number
  /** A random time at which a person begins a session. */
  workingTime(day: number, random: Random): number
}

export function createStoryCalendar(nowMs: number): StoryCalendar {
  const firstMs = (Math.floor(nowMs / DAY_MS) - TODAY) * DAY_MS
  const startOf = (day: number) => firstMs + day * DAY_MS
  const weekdayOf = (day: number) => new Date(startOf(day)).getUTCDay()
  return {
    nowMs,
    startOf,
    dayOf: (atMs) => Math.floor((atMs - firstMs) / DAY_MS),
    weekOf: (day) => day - weekdayOf(day),
    rhythm: (day) => (weekdayOf(day) % 6 === 0 ? WEEKEND_SHARE : 1),
    // Between 7:00 and 19:00, most often around 13:00.
    workingTime: (day, random) =>
      startOf(day) + Math.round(7 * HOUR_MS + ((random.next() + random.next()) / 2) * 12 * HOUR_MS),
  }
}

/** The version of the product on a day. 2.4.0 is the broken one, which was out for one day. */
export function appVersionOn(day: number): string {
  if (day < 40) return '2.1.0'
  if (day < 85) return '2.2.0'
  if (day < BROKEN_DEPLOY_DAY) return '2.3.0'
  if (day === BROKEN_DEPLOY_DAY) return '2.4.0'
  return day < TODAY - 20 ? '2.4.1' : '2.5.0'
}
