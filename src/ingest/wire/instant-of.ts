/** The parts of a written time, as the digits that were written. */
export interface TimeFields {
  readonly year: string | undefined
  readonly month: string | undefined
  readonly day: string | undefined
  readonly hour: string | undefined
  readonly minute?: string | undefined
  readonly second?: string | undefined
  readonly fraction?: string | undefined
}

const DAY_MS = 86_400_000

/**
 * Returns the epoch ms of a time that clocks show at `offset`, such as `Z`, `+01`, `+0530` or `-03:00`;
 * without an offset, in UTC. Fractions of a millisecond are cut. NaN if there is no year, and for a day, a
 * time of day or an offset that does not exist. 24:00 is the end of its day.
 */
export function instantOf(fields: TimeFields, offset: string | undefined): number {
  if (fields.year === undefined) return Number.NaN
  const [year, month, day] = [Number(fields.year), Number(fields.month), Number(fields.day)]
  const [hour, minute, second] = [fields.hour, fields.minute, fields.second].map((digits) =>
    Number(digits ?? 0),
  ) as [number, number, number]
  const ms = Number((fields.fraction ?? '').slice(0, 3).padEnd(3, '0'))
  const timeMs = ((hour * 60 + minute) * 60 + second) * 1_000 + ms
  const isTime = minute < 60 && second < 60 && timeMs <= DAY_MS
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
  return isTime && isDay ? startOfDay(year, month, day) + timeMs - offsetMs(offset) : Number.NaN
}

// `Date.UTC` would read the years 0 to 99 as 1900 to 1999.
const startOfDay = (year: number, month: number, day: number) =>
  new Date(0).setUTCFullYear(year, month - 1, day)
const daysIn = (year: number, month: number) => new Date(startOfDay(year, month + 1, 0)).getUTCDate()

const OFFSET = /^([+-])(\d\d):?(\d\d)?:?(\d\d)?$/

function offsetMs(text: string | undefined): number {
  if (text === undefined || /^(?:Z|UTC?|GMT)$/i.test(text)) return 0
  const [, sign, hours, minutes = '0', seconds = '0'] = OFFSET.exec(text) ?? []
  const parts = [Number(hours), Number(minutes), Number(seconds)] as const
  if (!(parts[0] < 24 && parts[1] < 60 && parts[2] < 60)) return Number.NaN
  return (sign === '-' ? -1_000 : 1_000) * ((parts[0] * 60 + parts[1]) * 60 + parts[2])
}
