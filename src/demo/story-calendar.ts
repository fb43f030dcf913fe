import type { Random } from './random.ts'

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Number of today among the days of the story, which are UTC days. The oldest day has number 0. */
export const TODAY = 180
/** The day of the broken deploy: 60 days before today. */
export const BROKEN_DEPLOY_DAY = TODAY - 60

const WEEKEND_SHARE = 0.3

export interface StoryCalendar {
  readonly nowMs: number
  /** Returns midnight of a day, in epoch ms. */
  startOf(day: number): number
  dayOf(atMs: number): number
  /**
   * Returns the Sunday on or before a day. It begins a week, because a project's week begins on Sunday by
   * default.
   */
  weekOf(day: number): number
  /** Returns the traffic of a day as a share of the traffic on a working day. */
  rhythm(day: number): number
  /** Returns a random time of the day at which a person begins a session. */
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
    // The time is between 7:00 and 19:00, most often around 13:00.
    workingTime: (day, random) =>
      startOf(day) + Math.round(7 * HOUR_MS + ((random.next() + random.next()) / 2) * 12 * HOUR_MS),
  }
}

/** Returns the version of the product on a day. Version 2.4.0 is broken; it was out for one day. */
export function appVersionOn(day: number): string {
  if (day < 40) return '2.1.0'
  if (day < 85) return '2.2.0'
  if (day < BROKEN_DEPLOY_DAY) return '2.3.0'
  if (day === BROKEN_DEPLOY_DAY) return '2.4.0'
  return day < TODAY - 20 ? '2.4.1' : '2.5.0'
}
