import { formulasOf, lettersOf } from '#web/question/formulas.ts'
import type { TrendsFilter } from '#web/question/node.ts'
import type { Point, PointTab } from '#web/question/point.ts'
import type { TrendItem } from './trend-entries.ts'
import type { TrendQuestion } from './trend-question.ts'

/** A number of a formula: an interval by its place, or null for the whole range. */
export interface FormulaCell {
  readonly item: TrendItem
  readonly place: number | null
}

/** The same question for the series of its formulas, whose numbers count people; a formula's do not. */
export function withoutFormulas(question: TrendQuestion): TrendQuestion {
  const { formula: _, formulas: _1, formulaNodes: _2, ...trendsFilter } = question.trendsFilter ?? {}
  return { ...question, trendsFilter }
}

/** The letters of the series that the formula of an item is made of; those of all formulas where its label names none. */
export function seriesOfItem(question: TrendQuestion, { label }: TrendItem): readonly string[] {
  const formulas = formulasOf((question.trendsFilter ?? undefined) as TrendsFilter | undefined)
  const own = formulas.find(({ formula, custom_name }) => {
    const name = custom_name || formula
    return label === name || label.startsWith(`${name} - `)
  })
  return lettersOf((own === undefined ? formulas : [own]).map(({ formula }) => formula).join(' '))
}

/**
 * The people behind a number of a formula: a list for each of its series. `results` are those of the question without formulas. Null
 * where no series of the formula has a list.
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
    const url = place === null ? one.persons?.url : one.persons_urls?.[place]?.url
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

/** The name of a series, without the value of its row. */
const nameOf = ({ action, label }: TrendItem): string => action?.custom_name || action?.name || label
