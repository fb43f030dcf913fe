import { day, timeOfDay } from '#web/ui/format.ts'

/**
 * Returns the line below the title of a picture: the question, its range, and the day on which its result
 * was computed.
 */
export const pictureNote = (sentence: string, lastRefresh: string | null, timeZone: string): string =>
  lastRefresh === null
    ? sentence
    : `${sentence === '' ? '' : `${sentence} `}As of ${day(lastRefresh, Date.now(), timeZone)}, ${timeOfDay(lastRefresh, timeZone)} (${timeZone})`
