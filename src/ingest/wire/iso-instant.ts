import { Temporal } from 'temporal-polyfill'
import { instantOf } from './instant-of.ts'

const TIME = String.raw`(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?`
/**
 * Matches an offset of hours, minutes and seconds, the name of UTC, or the name of a zone. After an offset,
 * the name of a zone is in brackets.
 */
const ZONE = String.raw`(?: ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d(?::?\d\d)?)?))?(?: ?\[([\w+/-]+)\]| ([A-Z][\w+-]*(?:/[\w+-]+)+))?`
/** Matches a date alone, or a date with a time after `T` or a blank. */
const EXTENDED = new RegExp(String.raw`^(\d{4})-(\d\d)-(\d\d)(?:[T ]${TIME}${ZONE})?$`, 'i')
const BASIC = /^(\d{4})(\d\d)(\d\d)T(\d\d)(?:(\d\d)(?:(\d\d)(?:[.,](\d+))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i
const DATE = /^(\d{4})-(\d\d)-(\d\d)(Z|[+-]\d\d:?\d\d)$/i

/**
 * Returns the epoch ms of an ISO 8601 text with a four-digit year. It also reads the forms that data
 * warehouses write: a blank in place of the `T`, an offset of hours (`+00`) or after a blank (` +0100`),
 * ` UTC`, or the name of a zone (` Europe/Berlin`, `[Europe/Berlin]`). Without a zone it is UTC; without a
 * time it is the start of the day. NaN for any other text and for a day that does not exist.
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

/** Moves the offset in a match of `DATE` to the index that an offset has in matches of the other patterns. */
const withoutTime = (found: RegExpExecArray | null) =>
  found && [...found.slice(0, 4), undefined, undefined, undefined, undefined, found[4]]

/**
 * Returns the instant at which clocks of the zone show this time; the first one if clocks show it twice.
 * NaN for an unknown zone.
 */
function inZone(wallMs: number, zone: string): number {
  if (Number.isNaN(wallMs)) return wallMs
  try {
    const wall = Temporal.Instant.fromEpochMilliseconds(wallMs).toZonedDateTimeISO('UTC').toPlainDateTime()
    return wall.toZonedDateTime(zone).epochMilliseconds
  } catch {
    return Number.NaN
  }
}
