const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/**
 * Returns a function that gives the offset of a zone at an instant. The offset is how far the clocks of the
 * zone are ahead of UTC, in ms.
 */
export function offsetsIn(timezone: string): (epochMs: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' })
  const ofInstant = (epochMs: number) =>
    msOf(format.formatToParts(epochMs).find(({ type }) => type === 'timeZoneName')?.value ?? '')
  // Remembers the offset of each whole UTC day, because finding the offset of an instant takes some
  // microseconds. No zone has changed its clocks twice within a UTC day. So if the offsets at both ends of
  // a day are equal, the offset is the same all day.
  const days = new Map<number, number | null>()
  const ofDay = (day: number) => {
    const [first, last] = [ofInstant(day * DAY_MS), ofInstant((day + 1) * DAY_MS - 1)]
    const offset = first === last ? first : null
    days.set(day, offset)
    return offset
  }
  return (epochMs) => {
    const day = Math.floor(epochMs / DAY_MS)
    const known = days.get(day)
    return (known === undefined ? ofDay(day) : known) ?? ofInstant(epochMs)
  }
}

const OFFSET = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/

/** Returns the ms of an offset such as `+05:30`. @throws TypeError if the text is not an offset. */
function msOf(text: string): number {
  const found = OFFSET.exec(text)
  if (found === null) throw new TypeError(`No offset: ${text}`)
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = found
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
  return sign === '-' ? -ms : ms
}

const known = new Map<string, boolean>()

/**
 * Returns whether the clocks of a zone have been changed by less than a whole hour since 1970. Some hours
 * of such a zone last 30 or 90 minutes.
 */
export function hasUnevenHours(timezone: string): boolean {
  const found = known.get(timezone) ?? findUnevenHours(timezone)
  known.set(timezone, found)
  return found
}

function findUnevenHours(timezone: string): boolean {
  return (
    new Set(offsetsSince1970(timezone).map((offset) => ((offset % HOUR_MS) + HOUR_MS) % HOUR_MS)).size > 1
  )
}

/**
 * Returns the offsets that a zone has had since 1970. It looks at two instants of each year, one in summer
 * and one in winter. This is enough, because a rule for the clocks lasts at least a season.
 */
function offsetsSince1970(timezone: string): number[] {
  const offsetAt = offsetsIn(timezone)
  return Array.from({ length: 2 * 68 }, (_, i) => offsetAt(Date.UTC(1970, 6 * i, 1)))
}

const knownParts = new Map<string, boolean>()

/**
 * Returns whether a zone cuts its hours into pieces of `minutes` at the same instants as UTC, at all times
 * since 1970.
 */
export function areMinutesWhole(timezone: string, minutes: number): boolean {
  const key = `${minutes} ${timezone}`
  const found =
    knownParts.get(key) ?? offsetsSince1970(timezone).every((offset) => offset % (minutes * MINUTE_MS) === 0)
  knownParts.set(key, found)
  return found
}

/**
 * Returns the name of a time zone in its proper spelling. The case of `text` is ignored. Null if the text
 * names no time zone.
 */
export function zoneNamed(text: string): string | null {
  // Node also accepts an offset as a time zone, but the event store does not.
  if (!/^[A-Za-z]/.test(text)) return null
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
