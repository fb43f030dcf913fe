/**
 * Names of 50 and more characters have no nearest name, because the work grows with the square of the
 * length.
 */
const LONGEST = 50

/**
 * Returns the name that needs the fewest edits to become the mistyped one: at most one edit for every three
 * characters, but one edit is always allowed. If no name is that near, returns the name that begins with the
 * mistyped one, provided that only one does. Null if neither is found.
 */
export function nearestName(mistyped: string, names: readonly string[]): string | null {
  if (mistyped.length >= LONGEST) return null
  const letters = lettersOf(mistyped)
  let nearest: string | null = null
  let least = Math.max(1, Math.floor(letters.length / 3)) + 1
  for (const name of names) {
    if (name.length >= LONGEST || Math.abs(lettersOf(name).length - letters.length) >= least) continue
    const edits = editsBetween(letters, lettersOf(name))
    if (edits < least) [nearest, least] = [name, edits]
  }
  return nearest ?? onlyOneWith(letters, names)
}

function onlyOneWith(beginning: string, names: readonly string[]): string | null {
  const [only, ...more] = names.filter((name) => lettersOf(name).startsWith(beginning))
  return beginning.length > 1 && more.length === 0 ? (only ?? null) : null
}

// Other interfaces write `date_from` as `dateFrom` or `date-from`.
const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[_\-\s]/g, '')

/**
 * Returns the least number of edits between two texts. An edit inserts, removes or replaces a character, or
 * swaps two neighbours.
 */
function editsBetween(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, i) => i)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isExchanged ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? 0
}

/**
 * Returns how a message names a value from a client. A list or an object may be of any size and depth, so
 * it is not shown.
 */
export function shown(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

const LONGEST_SHOWN = 100
/** Returns how a message quotes text from a client. */
export const quoted = (text: string): string =>
  `"${text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text}"`

/** Returns the end of a sentence about a mistyped name: the nearest name, or all names if none is near. */
export function suggestion(mistyped: string, names: readonly string[]): string {
  const nearest = nearestName(mistyped, names)
  if (nearest !== null) return `Did you mean "${nearest}"?`
  return names.length === 0 ? 'It has none.' : `Use ${names.join(', ')}.`
}

const MOST_NAMED = 3
/**
 * Returns the end of a sentence about an unknown name: the first of the `others`, which are unknown as well,
 * and the number of the rest. Empty if there are no others.
 */
export function alsoUnknown(others: readonly string[]): string {
  if (others.length === 0) return ''
  const isAll = others.length <= MOST_NAMED
  const named = others.slice(0, isAll ? MOST_NAMED : MOST_NAMED - 1).map(quoted)
  const rest = isAll ? named.splice(-1) : [`${(others.length - named.length).toLocaleString('en-US')} others`]
  return ` Unknown as well: ${[named.join(', '), ...rest].filter((part) => part !== '').join(' and ')}.`
}
