const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** Writes a number for people: `1,234.5`. */
export const numberText = (value: number): string => NUMBER.format(value)

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const

/** Writes a duration in its two largest units: `2 h 5 min`, `1 min 30 s`, `0.4 s`. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${numberText(seconds)} s`
  const i = UNITS.findIndex(([, length]) => seconds >= length)
  const [unit, length] = UNITS[i] ?? UNITS[2]
  const [nextUnit, nextLength] = UNITS[i + 1] ?? ['s', 1]
  // The number is rounded before it is divided, so that 59.9 s become another minute and not 60 s.
  const whole = Math.round(seconds / nextLength) * nextLength
  const rest = Math.round((whole % length) / nextLength)
  return `${Math.floor(whole / length)} ${unit}${rest > 0 ? ` ${rest} ${nextUnit}` : ''}`
}

const WORDS: Readonly<Record<string, string>> = { d: 'day', h: 'hour', min: 'minute', s: 'second' }

/**
 * Writes a duration like {@link durationText}, but in words: `2 hours 5 minutes`, `1 minute`,
 * `400 milliseconds`.
 */
export function durationWords(ms: number): string {
  if (ms < 1000) return counted(String(ms), 'millisecond')
  return durationText(ms / 1000).replace(/([\d.,]+) ([a-z]+)/g, (_, count, unit) =>
    counted(count, WORDS[unit] ?? unit),
  )
}

const counted = (count: string, noun: string) => `${count} ${noun}${count === '1' ? '' : 's'}`
