import { day, timeOfDay } from '#web/ui/format.ts'

/** The line below the title of a picture: what was asked, with its range, and the day that the range ends with. */
export const pictureNote = (sentence: string, lastRefresh: string | null, timeZone: string): string =>
  lastRefresh === null
    ? sentence
    : `${sentence === '' ? '' : `${sentence} `}As of ${day(lastRefresh, Date.now(), timeZone)}, ${timeOfDay(lastRefresh, timeZone)} (${timeZone})`
