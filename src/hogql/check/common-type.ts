import type { HogqlType } from '#hogql/expression.ts'
import { refuseAt } from '#hogql/refuse.ts'
import { numberIn } from '#values/number-text.ts'
import { type CheckContext, type Checked, nameOf } from './checked.ts'
import { isDay } from './convert.ts'

type Purpose = 'same' | 'ordered' | 'choice'

/**
 * Returns the type in which the parts are compared, or a type that can hold each of them, depending on
 * `purpose`.
 * @throws RequestError if there is no such type.
 */
export function commonType(context: CheckContext, parts: readonly Checked[], purpose: Purpose): HogqlType {
  let common: HogqlType | 'null' = 'null'
  // If one part is a text that is not a number, numeric properties are compared with it as texts, in the form
  // in which they were sent: `properties.amount = 'free'`.
  const hasWord = parts.some(isWord)
  for (const part of parts) {
    const own = part.type === 'numeral' && hasWord ? 'text' : part.type
    const type = pairType(common, own, purpose)
    if (purpose !== 'choice' && part.type.endsWith('[]'))
      throw refuseAt(context.source, part.at, 'has an array, which cannot be compared')
    // A single condition is accepted, because the maximum of conditions is the maximum of ones and zeros.
    if (type === 'boolean' && purpose === 'ordered' && parts.length > 1)
      throw refuseAt(context.source, part.at, 'has a condition, which cannot be compared by size')
    if (type === null)
      throw refuseAt(
        context.source,
        part.at,
        `has ${nameOf(part.type)} that cannot be compared with ${nameOf(common)}`,
      )
    common = type
  }
  return settled(common, parts, purpose)
}

function settled(common: Known, parts: readonly Checked[], purpose: Purpose): HogqlType {
  const hasTime = parts.some(({ node, type }) => type === 'text' && node.kind === 'value' && !isDay(node))
  // `toDate(timestamp) > '2026-11-20 12:00'` compares instants.
  if (common === 'day' && hasTime) return 'time'
  if (common === 'boolean' && purpose === 'ordered') return 'number'
  // If a numeric property is counted or shown alone, it stays as it was sent. If it is ordered, or compared
  // with another numeric property, it becomes a number.
  if (common === 'numeral' && (purpose === 'ordered' || (purpose === 'same' && parts.length > 1)))
    return 'number'
  return common === 'null' ? 'text' : common
}

const isWord = ({ node, type }: Checked) =>
  type === 'text' && node.kind === 'value' && typeof node.value === 'string' && numberIn(node.value) === null

type Known = HogqlType | 'null'

/** Returns the common type of a numeric property and another value. */
function numeralPair(other: Known, purpose: Purpose): Known | null {
  if (purpose === 'choice' || other === 'time' || other === 'day' || other === 'person')
    return pairType('text', other, purpose)
  return other === 'text' || other === 'boolean' ? 'number' : null
}

function pairType(a: Known, b: Known, purpose: Purpose): Known | null {
  if (a === b || b === 'null') return a
  if (a === 'null') return b
  const pair: readonly Known[] = [a, b]
  const is = (...types: Known[]) => types.every((type) => pair.includes(type))
  if (is('time', 'day')) return 'time'
  if (is('number', 'boolean') || is('number', 'numeral')) return 'number'
  if (pair.includes('numeral')) return numeralPair(a === 'numeral' ? b : a, purpose)
  if (a.endsWith('[]') || b.endsWith('[]') || !is('text')) return null
  // The id of a person is written as a text, so the text becomes a person. This also holds for a choice,
  // because a person cannot become a text.
  if (is('text', 'person')) return 'person'
  // A property that is compared with true must have the text 'true'.
  if (purpose === 'choice' || is('boolean')) return 'text'
  return a === 'text' ? b : a
}
