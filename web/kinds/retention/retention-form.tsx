import { QUESTION_LIMITS } from '#contract/limits.ts'
import type { RetentionFilter } from '#web/api/query-node.ts'
import { BreakdownPicker } from '#web/question/breakdown-picker.tsx'
import { FiltersBlock } from '#web/question/filters-block.tsx'
import { entityOfSeries, seriesOfEntity } from '#web/question/retention-entity.ts'
import { SeriesList } from '#web/question/series-list.tsx'
import { UntilControl } from '#web/question/until-control.tsx'
import { withField } from '#web/question/with-field.ts'
import { NumberPill } from '#web/ui/number-pill.tsx'
import { SelectPill } from '#web/ui/select-pill.tsx'
import { CountedPill } from '../counted-pill.tsx'
import type { FormProps } from '../kind-view.ts'
import { type Period, periodOf, retentionFilterOf, withRetentionFilter } from './retention-filter.ts'
import '../kinds.css'

/** The number of intervals that the server uses without a choice. */
const INTERVALS = 11
/** The number of breakdown rows that the server gives a retention without a limit. */
const DEFAULT_ROWS = 25

const TYPES = [
  { value: 'retention_recurring', label: 'every time' },
  { value: 'retention_first_time', label: 'first time with these filters' },
  { value: 'retention_first_ever_occurrence', label: 'first time ever' },
] as const
const PERIODS: readonly Period[] = ['hour', 'day', 'week', 'month']

/** The form of a retention: its two events, and its rules. */
export function RetentionForm({ question, setQuestion }: FormProps) {
  const filter = retentionFilterOf(question)
  const period = periodOf(filter)
  const change = (changed: Parameters<typeof withRetentionFilter>[1]) =>
    setQuestion(withRetentionFilter(question, changed))
  return (
    <>
      <div className="block">
        <SeriesList
          heading="Starting event"
          noun="event"
          part="target"
          placeOf={() => 'retentionFilter__targetEntity'}
          most={1}
          series={[seriesOfEntity(filter.targetEntity)]}
          onChange={([series]) => series !== undefined && change({ targetEntity: entityOfSeries(series) })}
        />
        <SelectPill
          label="Start counting"
          part="cohort"
          value={filter.retentionType ?? 'retention_recurring'}
          options={TYPES}
          onChange={(chosen) =>
            change({ retentionType: chosen === 'retention_recurring' ? undefined : chosen })
          }
        />
      </div>
      <SeriesList
        heading="Return event"
        noun="event"
        part="returning"
        placeOf={() => 'retentionFilter__returningEntity'}
        markOf={() => 'B'}
        most={1}
        series={[seriesOfEntity(filter.returningEntity)]}
        onChange={([series]) => series !== undefined && change({ returningEntity: entityOfSeries(series) })}
      />
      <FiltersBlock heading="Filters, for both events" question={question} setQuestion={setQuestion} />
      <BreakdownPicker
        question={question}
        setQuestion={setQuestion}
        defaultLimit={DEFAULT_ROWS}
        hasCohortsBeside={false}
      />
      <div className="block">
        <div className="block__head">
          <h2>Rules</h2>
        </div>
        <CountedPill question={question} setQuestion={setQuestion} />
        <SelectPill
          label="Period"
          part="period"
          value={period}
          options={PERIODS.map((value) => ({ value, label: value }))}
          onChange={(chosen) => change({ period: chosen === 'day' ? undefined : chosen })}
        />
        <div className="pair">
          <span className="soft">Periods</span>
          <NumberPill
            label="Number of periods"
            part="periods"
            value={filter.totalIntervals ?? INTERVALS}
            least={2}
            most={QUESTION_LIMITS.retentionIntervals}
            onChange={(totalIntervals) => change({ totalIntervals })}
          />
        </div>
        <UntilControl
          range={question.dateRange}
          onChange={(range) => setQuestion(withField(question, 'dateRange', range))}
        />
        <div className="pair">
          <span className="soft">Events needed to count as returned</span>
          <NumberPill
            label="Events per period needed to count as returned"
            part="occurrences"
            value={filter.minimumOccurrences ?? 1}
            least={1}
            most={QUESTION_LIMITS.occurrences}
            onChange={(least) => change({ minimumOccurrences: least === 1 ? undefined : least })}
          />
        </div>
        <SelectPill
          label="Came back"
          part="cumulative"
          value={filter.cumulative === true ? 'later' : 'in'}
          options={[
            { value: 'in', label: `in that ${period}` },
            { value: 'later', label: `in that ${period} or later` },
          ]}
          onChange={(chosen) => change({ cumulative: chosen === 'later' ? true : undefined })}
        />
        <SelectPill<NonNullable<RetentionFilter['retentionReference']>>
          label="Percentages of"
          part="reference"
          value={filter.retentionReference ?? 'total'}
          options={[
            { value: 'total', label: 'all who started' },
            { value: 'previous', label: `the previous ${period}` },
          ]}
          onChange={(chosen) => change({ retentionReference: chosen === 'total' ? undefined : chosen })}
        />
        <div className="pair">
          <span className="soft">Mean</span>
          <span>weighted by size</span>
        </div>
      </div>
    </>
  )
}
