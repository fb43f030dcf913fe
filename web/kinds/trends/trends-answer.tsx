import { useMemo } from 'react'
import { StateBox } from '#web/ui/state-box.tsx'
import type { AnswerProps } from '../kind-view.ts'
import { NumberAnswer } from './number-answer.tsx'
import { SeriesAnswer } from './series-answer.tsx'
import { TotalsAnswer } from './totals-answer.tsx'
import { trendEntries } from './trend-entries.ts'
import { displayOf } from './trend-question.ts'

/** The answer of a trend, in the display that the question asks for. */
export function TrendsAnswer(props: AnswerProps<'TrendsQuery'>) {
  const entries = useMemo(() => trendEntries(props.results), [props.results])
  if (entries.length === 0)
    return <StateBox title="No events matched" text="Choose a longer range, or remove a filter." />
  // While the answer for another display is being computed, the previous answer is shown. Whether it has
  // one number for each series or one for each interval is seen from its items.
  const areTotals = entries.every(({ item }) => item.aggregated_value !== undefined)
  if (!areTotals) return <SeriesAnswer {...props} entries={entries} />
  const isNumber = displayOf(props.question) === 'BoldNumber'
  return isNumber ? (
    <NumberAnswer {...props} entries={entries} />
  ) : (
    <TotalsAnswer {...props} entries={entries} />
  )
}
