import { Temporal } from 'temporal-polyfill'
import { instantOf } from './instant-of.ts'

const TIME = String.raw`(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?`
/** An offset of hours, minutes and seconds; the name of UTC; or the name of a zone, in brackets where there is an offset too. */
const ZONE = String.raw`(?: ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d(?::?\d\d)?)?))?(?: ?\[([\w+/-]+)\]| ([A-Z][\w+-]*(?:/[\w+-]+)+))?`
/** A date alone, or with a time after `T` or a blank. */
const EXTENDED = new RegExp(String.raw`^(\d{4})-(\d\d)-(\d\d)(?:[T ]${TIME}${ZONE})?$`, 'i')
const BASIC = /^(\d{4})(\d\d)(\d\d)T(\d\d)(?:(\d\d)(?:(\d\d)(?:[.,](\d+))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i
const DATE = /^(\d{4})-(\d\d)-(\d\d)(Z|[+-]\d\d:?\d\d)$/i

/**
 * Epoch ms of ISO 8601 with a four-digit year, also as data warehouses write it: a blank in place of the `T`, an offset of hours
 * (`+00`) or after a blank (` +0100`), ` UTC`, or the name of a zone (` Europe/Berlin`, `[Europe/Berlin]`). UTC where there is no
 * zone, the beginning of the day where there is no time. NaN for any other text and for a day that does not exist.
 */
export function parseIsoInstant(text: string): number {
  const [, year, month, day, hour, minute, second, fraction, offset, bracketed, named] =
    EXTENDED.exec(text) ?? BASIC.exec(text) ?? withoutTime(DATE.exec(text)) ?? []
  const fields = { year, month, day, hour, minute, second, fraction }
  const zone = bracketed ?? named
  if (zone === undefined || (offset !== undefined && !/^(?:UTC|GMT)$/i.test(zone)))
    return instantOf(fields, offset)
  return /^(?:UTC|GMT)$/i.test(zone) ? instantOf(fields, offset) : inZone(instantOf(fields, undefined), zone)
}

/** Moves the offset of a date without a time to its place. */
const withoutTime = (found: RegExpExecArray | null) =>
  found && [...found.slice(0, 4), undefined, undefined, undefined, undefined, found[4]]

/** The instant at which clocks of the zone show this time; the first of two, and NaN for a zone that is not known. */
function inZone(wallMs: number, zone: string): number {
  if (Number.isNaN(wallMs)) return wallMs
  try {
    const wall = Temporal.Instant.fromEpochMilliseconds(wallMs).toZonedDateTimeISO('UTC').toPlainDateTime()
    return wall.toZonedDateTime(zone).epochMilliseconds
  } catch {
    return Number.NaN
  }
}
