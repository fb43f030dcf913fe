/**
 * A name with its qualifiers, which distinguish it from equal names. The most distinctive qualifier is the
 * first.
 */
interface QualifiedName {
  readonly name: string
  readonly qualifiers: readonly string[]
}

/**
 * Returns the names in their order, made distinct. If several names are equal, qualifiers follow the name
 * in parentheses, except those that all of the equal names have: `v (unique persons)`. If the qualifiers
 * are equal too, the letter of the series follows: `v (unique persons, B)`.
 */
export function toldApart(names: readonly QualifiedName[]): string[] {
  const plain = countsOf(names.map(({ name }) => name))
  const shared = countsOf(
    names.flatMap(({ name, qualifiers }) => [...new Set(qualifiers)].map((one) => keyOf(name, one))),
  )
  const qualified = names.map(({ name, qualifiers }) => ({
    name,
    qualifiers: qualifiers.filter((one) => shared.get(keyOf(name, one)) !== plain.get(name)),
  }))
  const written = countsOf(qualified.map(textOf))
  return qualified.map((one, place) =>
    written.get(textOf(one)) === 1
      ? textOf(one)
      : textOf({ name: one.name, qualifiers: [...one.qualifiers, letterOf(place)] }),
  )
}

const keyOf = (name: string, qualifier: string) => JSON.stringify([name, qualifier])

const textOf = ({ name, qualifiers }: QualifiedName): string =>
  qualifiers.length === 0 ? name : `${name} (${qualifiers.join(', ')})`

/** Returns the letter of a series in formulas. */
const letterOf = (place: number): string =>
  place < 26 ? String.fromCharCode('A'.charCodeAt(0) + place) : String(place + 1)

function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}
