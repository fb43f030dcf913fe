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
  const offsetAt = offsetsIn(timezone)
  // Two looks at each year, in summer and in winter: a law that holds holds for a season at least.
  const offsets = Array.from({ length: 2 * 68 }, (_, i) => offsetAt(Date.UTC(1970, 6 * i, 1)))
  return new Set(offsets.map((offset) => ((offset % HOUR_MS) + HOUR_MS) % HOUR_MS)).size > 1
}
