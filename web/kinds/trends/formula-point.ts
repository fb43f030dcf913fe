import { formulasOf, lettersOf } from '#web/question/formulas.ts'
import type { Point, PointTab } from '#web/question/point.ts'
import type { TrendItem } from './trend-entries.ts'
import type { TrendQuestion } from './trend-question.ts'

/**
 * A number that a formula has computed: for the interval with the index `place`, or for the whole range if
 * `place` is null.
 */
export interface FormulaCell {
  readonly item: TrendItem
  readonly place: number | null
}

/**
 * Returns the question for the series that formulas use, without the formulas. The numbers of series count
 * people, whom a list can show; the numbers of formulas do not.
 */
export function withoutFormulas(question: TrendQuestion): TrendQuestion {
  const { formula: _, formulas: _1, formulaNodes: _2, ...trendsFilter } = question.trendsFilter ?? {}
  return { ...question, trendsFilter }
}

/**
 * Returns the letters of the series that the formula of an item uses. If the label of the item is not that
 * of a formula, returns the letters of all formulas.
 */
export function seriesOfItem(question: TrendQuestion, { label }: TrendItem): readonly string[] {
  const formulas = formulasOf(question.trendsFilter)
  const own = formulas.find(({ formula, custom_name }) => {
    const name = custom_name || formula
    return label === name || label.startsWith(`${name} - `)
  })
  return lettersOf((own === undefined ? formulas : [own]).map(({ formula }) => formula).join(' '))
}

/**
 * Returns the point for a number of a formula. It has a tab with the people of each series that the formula
 * uses. `results` is the answer to the question without formulas. Null if none of these series has a list
 * of people.
 */
export function formulaPoint(
  question: TrendQuestion,
  { item, place }: FormulaCell,
  results: readonly TrendItem[],
  shown: Pick<Point, 'title' | 'color'>,
): Point | null {
  const letters = seriesOfItem(question, item)
  const tabs = results.flatMap((one): PointTab[] => {
    const letter = String.fromCharCode(65 + (one.action?.order ?? -1))
    if (!letters.includes(letter) || !isSameRow(one, item)) return []
    const url = place === null ? one.persons?.url : one.persons_urls[place]?.url
    if (url === undefined) return []
    const count = place === null ? (one.aggregated_value ?? one.count) : (one.data[place] ?? null)
    return [{ key: letter.toLowerCase(), label: `${letter} ${nameOf(one)}`, peopleUrl: url, count }]
  })
  const [first, ...others] = tabs.sort((a, b) => (a.key < b.key ? -1 : 1))
  if (first === undefined) return null
  return { ...shown, peopleUrl: first.peopleUrl, count: first.count, tabs: [first, ...others] }
}

const isSameRow = (a: TrendItem, b: TrendItem): boolean =>
  JSON.stringify([a.breakdown_value ?? null, a.compare_label ?? null]) ===
  JSON.stringify([b.breakdown_value ?? null, b.compare_label ?? null])

/** Returns the name of a series without the value of its breakdown. */
const nameOf = ({ action, label }: TrendItem): string => action?.custom_name || action?.name || label
