type VersionOperator = `semver_${'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'tilde' | 'caret' | 'wildcard'}`

/** Implements docs/semantics/filters.md, "Versions". */
export function versionHolds(operator: VersionOperator, text: string, value: string): boolean {
  const found = numbersOf(text)
  if (found === null) return false
  if (operator === 'semver_wildcard') {
    const written = value.trim().replace(/^v/i, '').split('.')
    return written.every((part, i) => !/\d/.test(part) || Number(part) === found[i])
  }
  const wanted = numbersOf(value) ?? []
  const order = compared(found, wanted)
  switch (operator) {
    case 'semver_eq':
      return order === 0
    case 'semver_neq':
      return order !== 0
    case 'semver_gt':
      return order > 0
    case 'semver_gte':
      return order >= 0
    case 'semver_lt':
      return order < 0
    case 'semver_lte':
      return order <= 0
    case 'semver_tilde':
      return order >= 0 && agree(found, wanted, 2)
    case 'semver_caret':
      // All numbers must be equal up to the first one of the wanted version that is not 0.
      return order >= 0 && agree(found, wanted, Math.min(3, wanted.concat(1).findIndex((one) => one > 0) + 1))
  }
}

/** Returns the first three numbers, or null if the text is no version. */
function numbersOf(text: string): number[] | null {
  const [core = ''] = text.trim().replace(/^v/i, '').split(/[-+]/)
  const parts = core.split('.')
  if (!parts.every((part) => /^\d{1,9}$/.test(part))) return null
  return [...parts.map(Number), 0, 0].slice(0, 3)
}

const agree = (a: readonly number[], b: readonly number[], count: number) =>
  a.slice(0, count).every((one, i) => one === b[i])

/** Returns a negative number if the first version is the earlier one. */
function compared(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((one, i) => one !== b[i])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}
