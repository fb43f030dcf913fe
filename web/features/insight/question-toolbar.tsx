import type { DateRange, QueryNode } from '#web/api/query-node.ts'
import type { KindView } from '#web/kinds/kind-view.ts'
import { DateControl } from '#web/question/date-control.tsx'
import { fittingInterval } from '#web/question/dates.ts'
import { DisplayControl } from '#web/question/display-control.tsx'
import { IntervalControl } from '#web/question/interval-control.tsx'
import { useKindChoices } from '#web/question/vocabulary.ts'
import { withField } from '#web/question/with-field.ts'

interface QuestionToolbarProps {
  readonly question: QueryNode
  setQuestion(question: QueryNode): void
  readonly Display: KindView['Display']
}

const WITH_INTERVAL = ['TrendsQuery', 'StickinessQuery', 'LifecycleQuery']
/** Whether the question has an interval. A funnel has one only if it is shown over time. */
const isOverTime = ({ kind, funnelsFilter }: QueryNode): boolean =>
  WITH_INTERVAL.includes(kind) || (kind === 'FunnelsQuery' && funnelsFilter?.funnelVizType === 'trends')

/** The field of the node that contains the display, for each kind that has one. */
const DISPLAY_SECTION: Readonly<Record<string, 'trendsFilter' | 'stickinessFilter'>> = {
  TrendsQuery: 'trendsFilter',
  StickinessQuery: 'stickinessFilter',
}

/** The controls for the dates, the interval and the display of a question. They are above the answer. */
export function QuestionToolbar({ question, setQuestion, Display }: QuestionToolbarProps) {
  const choices = useKindChoices(question.kind)
  // A SQL statement contains its own range, and a retention has a number of periods instead.
  if (question.kind === 'HogQLQuery' || question.kind === 'RetentionQuery') return null
  const { dateRange, interval } = question
  const hasInterval = isOverTime(question)
  const section = DISPLAY_SECTION[question.kind]
  const shown = section === undefined ? {} : (question[section] ?? {})
  const setDates = (range: DateRange) => {
    const dated = { ...question, dateRange: range }
    setQuestion(
      hasInterval ? { ...dated, interval: fittingInterval(interval ?? 'day', range, Date.now()) } : dated,
    )
  }
  return (
    <div className="toolbar">
      <DateControl range={dateRange} onChange={setDates}>
        {hasInterval && (
          <IntervalControl
            interval={interval}
            range={dateRange}
            onChange={(chosen) => setQuestion({ ...question, interval: chosen })}
          />
        )}
      </DateControl>
      <span className="grow only-wide" />
      {Display !== undefined && <Display question={question} setQuestion={setQuestion} />}
      {section !== undefined && choices !== undefined && (
        <DisplayControl
          display={shown.display}
          displays={choices.displays}
          onChange={(display) => setQuestion(withField(question, section, { ...shown, display }))}
        />
      )}
    </div>
  )
}
