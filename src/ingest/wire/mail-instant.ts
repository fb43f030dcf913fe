import { instantOf } from './instant-of.ts'

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Time zones that RFC 2822 names, with their offset from UTC in hours. */
const ZONES: Readonly<Record<string, string>> = {
  ...{ ut: 'Z', gmt: 'Z', utc: 'Z', z: 'Z' },
  ...{ edt: '-0400', est: '-0500', cdt: '-0500', cst: '-0600' },
  ...{ mdt: '-0600', mst: '-0700', pdt: '-0700', pst: '-0800' },
}
const MAIL =
  /^(?:([a-z]{3}), ?)?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d\d):(\d\d)(?::(\d\d))? ([+-]\d{4}|[a-z]{1,3})(?: ?\([^()]*\))?$/i

/**
 * Returns the epoch ms of a date in the form of RFC 2822 and HTTP: `Wed, 04 Mar 2026 10:00:00 +0100`. NaN
 * for any other text, and for a wrong day of the week.
 */
export function parseMailInstant(text: string): number {
  const [, weekday, day, monthName = '', year, hour, minute, second, zone = ''] = MAIL.exec(text) ?? []
  const month = String(MONTHS.indexOf(monthName.toLowerCase()) + 1)
  const offset = /^[+-]/.test(zone) ? zone : ZONES[zone.toLowerCase()]
  if (offset === undefined) return Number.NaN
  const date = instantOf({ year, month, day, hour: '0' }, 'Z')
  const isThatDay = weekday === undefined || DAYS[new Date(date).getUTCDay()] === weekday.toLowerCase()
  return isThatDay ? instantOf({ year, month, day, hour, minute, second }, offset) : Number.NaN
}
