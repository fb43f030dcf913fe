/**
 * Keeps all formatters that were made. Making an Intl formatter takes about 50 µs, and formatting with it
 * takes 1 µs.
 */
const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

export const numberFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  keptBy(`number ${JSON.stringify(options)}`, () => new Intl.NumberFormat('en-US', options))

/**
 * Returns a formatter, which is made only once for equal arguments. Options count as equal only if they are
 * in the same order.
 */
export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  keptBy(`${locale} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options))

function keptBy<T extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => T): T {
  const found = kept.get(key) as T | undefined
  if (found !== undefined) return found
  const made = make()
  kept.set(key, made)
  return made
}
