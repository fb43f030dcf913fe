import { IconMathFunction } from '@tabler/icons-react'
import type { FormulaNode, QueryNode, SeriesQuestion, TrendsFilter } from '#web/api/query-node.ts'
import { FormulaRow } from './formula-row.tsx'
import { formulasOf, withFormulas } from './formulas.ts'
import { withField } from './with-field.ts'

interface FormulasProps {
  readonly question: SeriesQuestion
  setQuestion(question: QueryNode, how?: 'push' | 'replace'): void
}

/** The format by which the server shows shares as percentages, such as 0.179 as 17.9 %. */
const PERCENT = 'percentage_scaled'

const withTrends = (question: SeriesQuestion, trends: TrendsFilter | undefined) =>
  withField(question, 'trendsFilter', trends)

/** The formulas of a trend. They are shown below its series. */
export function FormulaRows({ question, setQuestion }: FormulasProps) {
  const trends = question.trendsFilter
  const formulas = formulasOf(trends)
  const change = (next: readonly FormulaNode[], how: 'push' | 'replace' = 'push') =>
    setQuestion(withTrends(question, withFormulas(trends, next)), how)
  return formulas.map((formula, index) => (
    <FormulaRow
      // biome-ignore lint/suspicious/noArrayIndexKey: a formula is identified by its index
      key={index}
      formula={formula}
      index={index}
      isPercent={trends?.aggregationAxisFormat === PERCENT}
      onChange={(changed, how) => change(formulas.with(index, changed), how)}
      onDelete={() => change(formulas.toSpliced(index, 1))}
      onPercent={(isPercent) => {
        const { aggregationAxisFormat: _, ...rest } = withFormulas(trends, formulas) ?? {}
        setQuestion(withTrends(question, isPercent ? { ...rest, aggregationAxisFormat: PERCENT } : rest))
      }}
    />
  ))
}

/**
 * Button that adds a formula. The formula divides the last series by the first; with a single series, it is
 * this series.
 */
export function AddFormula({ question, setQuestion }: FormulasProps) {
  const add = () => {
    const formula = question.series.length > 1 ? 'B / A' : 'A'
    const formulas = [...formulasOf(question.trendsFilter), { formula }]
    setQuestion(withTrends(question, withFormulas(question.trendsFilter, formulas)))
  }
  return (
    <button type="button" className="add" aria-label="Add a formula" onClick={add}>
      <IconMathFunction size={14} aria-hidden /> Formula
    </button>
  )
}
