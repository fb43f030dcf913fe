import { BreakdownPicker } from '#web/question/breakdown-picker.tsx'
import { CompareControl } from '#web/question/compare-control.tsx'
import { FiltersBlock } from '#web/question/filters-block.tsx'
import { AddFormula, FormulaRows } from '#web/question/formula-rows.tsx'
import { formulasOf, reletter, withFormulas } from '#web/question/formulas.ts'
import { useHiddenSeries } from '#web/question/hidden-series.ts'
import { SeriesList } from '#web/question/series-list.tsx'
import { useKindChoices } from '#web/question/vocabulary.ts'
import { withField } from '#web/question/with-field.ts'
import { CountedPill, groupTypeIndexOf } from '../counted-pill.tsx'
import type { FormProps } from '../kind-view.ts'
import { SmoothingPill } from './smoothing-pill.tsx'

const DEFAULT_ROWS = 25

/** The form of a trend: its series, formulas, filters, breakdown and comparison. */
export function TrendsForm({ question: node, setQuestion }: FormProps<'TrendsQuery'>) {
  const { hidden, setHidden } = useHiddenSeries()
  const maths = useKindChoices(node.kind)?.maths ?? []
  const formulas = formulasOf(node.trendsFilter)
  const toggle = (index: number) =>
    setHidden(hidden.includes(index) ? hidden.filter((one) => one !== index) : [...hidden, index])
  return (
    <>
      <SeriesList
        series={node.series}
        maths={maths}
        eyeOf={(index) => (formulas.length > 0 ? 'fixed' : hidden.includes(index) ? 'hidden' : 'shown')}
        onHide={toggle}
        onChange={(series, from) => {
          setHidden(
            from.flatMap((before, place) => (before !== null && hidden.includes(before) ? [place] : [])),
          )
          const moved = formulas.map((one) => ({ ...one, formula: reletter(one.formula, from) }))
          setQuestion(withField({ ...node, series }, 'trendsFilter', withFormulas(node.trendsFilter, moved)))
        }}
        after={<FormulaRows question={node} setQuestion={setQuestion} />}
        afterAdd={<AddFormula question={node} setQuestion={setQuestion} />}
      />
      <FiltersBlock heading="Filters, for all series" question={node} setQuestion={setQuestion} />
      <BreakdownPicker question={node} setQuestion={setQuestion} defaultLimit={DEFAULT_ROWS} />
      <CompareControl
        compare={node.compareFilter}
        range={node.dateRange}
        onChange={(compare) => setQuestion(withField(node, 'compareFilter', compare))}
      />
      {/* Shown only if an address or a program has set it. In the form, each series says what it counts. */}
      {groupTypeIndexOf(node) !== null && <CountedPill question={node} setQuestion={setQuestion} />}
      <SmoothingPill
        question={node}
        onChange={(smoothingIntervals) =>
          setQuestion(withField(node, 'trendsFilter', { ...node.trendsFilter, smoothingIntervals }))
        }
      />
    </>
  )
}
