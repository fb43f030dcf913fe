import type { BreakdownPart } from './breakdown.ts'
import { propertyName } from './property-names.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Returns the name of a breakdown for people: its property, or the names of its cohorts. */
export function breakdownName({ type, property }: BreakdownPart, cohorts: Vocabulary['cohorts']): string {
  if (type !== 'cohort')
    return [property]
      .flat()
      .map((one) => propertyName(String(one)))
      .join(', ')
  const name = (id: number | string) =>
    id === 'all' ? 'everybody' : (cohorts.find((one) => one.id === Number(id))?.name ?? `Cohort ${id}`)
  return [property].flat().map(name).join(', ')
}
