const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** How far the clocks of a zone are ahead of UTC at an instant, in ms. */
export function offsetsIn(timezone: string): (epochMs: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' })
  const ofInstant = (epochMs: number) =>
    msOf(format.formatToParts(epochMs).find(({ type }) => type === 'timeZoneName')?.value ?? '')
  // An instant takes some microseconds. No zone changed its clocks twice within a day of UTC.
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

/** @throws TypeError for a text that is no offset */
function msOf(text: string): number {
  const found = OFFSET.exec(text)
  if (found === null) throw new TypeError(`No offset: ${text}`)
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = found
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
  return sign === '-' ? -ms : ms
}

const known = new Map<string, boolean>()

/** Whether the clocks of a zone changed by a part of an hour since 1970, so that some hours last 30 or 90 minutes. */
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

/** Two looks at each year, in summer and in winter: a law that holds holds for a season at least. */
function offsetsSince1970(timezone: string): number[] {
  const offsetAt = offsetsIn(timezone)
  return Array.from({ length: 2 * 68 }, (_, i) => offsetAt(Date.UTC(1970, 6 * i, 1)))
}

const knownParts = new Map<string, boolean>()

/**
 * Whether the parts of an hour that have this many minutes begin together in a zone and in UTC, since 1970.
 */
export function areMinutesWhole(timezone: string, minutes: number): boolean {
  const key = `${minutes} ${timezone}`
  const found =
    knownParts.get(key) ?? offsetsSince1970(timezone).every((offset) => offset % (minutes * MINUTE_MS) === 0)
  knownParts.set(key, found)
  return found
}

/** The name of a time zone in its own spelling, for its name in any case; null for a text that names none. */
export function zoneNamed(text: string): string | null {
  // An offset is a zone for Node, and none for the event store.
  if (!/^[A-Za-z]/.test(text)) return null
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
