import { readBreakdown } from '#web/question/breakdown.ts'
import { BreakdownPicker } from '#web/question/breakdown-picker.tsx'
import { FiltersBlock } from '#web/question/filters-block.tsx'
import { SeriesList } from '#web/question/series-list.tsx'
import { NumberPill } from '#web/ui/number-pill.tsx'
import { SelectPill } from '#web/ui/select-pill.tsx'
import { CountedPill } from '../counted-pill.tsx'
import type { FormProps } from '../kind-view.ts'
import { Attribution } from './attribution.tsx'
import { ComparedSteps } from './compared-steps.tsx'
import { Exclusions } from './exclusions.tsx'
import { funnelFilterOf, withFunnelFilter, withSteps } from './funnel-filter.ts'
import { StepRules } from './step-rules.tsx'
import '../kinds.css'

const MOST_STEPS = 20
/** The number of breakdown rows that the server returns for a funnel without a limit. */
const DEFAULT_ROWS = 10
const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month'] as const
const ORDERS = [
  { value: 'ordered', label: 'sequential' },
  { value: 'strict', label: 'strict order' },
  { value: 'unordered', label: 'any order' },
] as const
const AUTO = 'auto'
const BAR_COUNTS = [5, 10, 20, 40, 90]

/** The form of a funnel, with its steps, exclusions, filters, breakdown and rules. */
export function FunnelForm({ question, setQuestion }: FormProps) {
  const { series = [], breakdownFilter } = question
  const filter = funnelFilterOf(question)
  const change = (changed: Parameters<typeof withFunnelFilter>[1]) =>
    setQuestion(withFunnelFilter(question, changed))
  const steps = series.map((step, index) => ({
    value: String(index),
    label: `${index + 1} ${step.custom_name || step.name || step.event || 'any event'}`,
  }))
  const order = filter.funnelOrderType ?? 'ordered'
  return (
    <>
      <SeriesList
        heading={order === 'unordered' ? 'Steps, in any order' : 'Steps, in this order'}
        noun="step"
        markOf={(index) => String(index + 1)}
        series={series}
        least={2}
        most={MOST_STEPS}
        partsOf={(step, index) => (
          <StepRules
            step={step}
            index={index}
            canBeOptional={index > 0 && order === 'ordered'}
            onChange={(changed) => setQuestion({ ...question, series: series.with(index, changed) })}
          />
        )}
        onChange={(changed) => setQuestion(withSteps(question, changed))}
      />
      {series.length < 2 && <p className="quiet">A funnel needs at least two steps.</p>}
      <Exclusions
        filter={filter}
        series={series}
        steps={steps}
        onChange={(exclusions) => change({ exclusions })}
      />
      <FiltersBlock heading="Filters, for all steps" question={question} setQuestion={setQuestion} />
      <BreakdownPicker
        question={question}
        setQuestion={setQuestion}
        defaultLimit={DEFAULT_ROWS}
        hasBins={false}
        hasCohortsBeside={false}
      />
      <div className="block">
        <div className="block__head">
          <h2>Rules</h2>
        </div>
        {readBreakdown(breakdownFilter).parts.length > 0 && (
          <Attribution filter={filter} steps={steps} onChange={change} />
        )}
        <CountedPill question={question} setQuestion={setQuestion} />
        <div className="pair">
          <span className="soft">Within</span>
          <span className="rule">
            <NumberPill
              label="Length of the window"
              part="window"
              value={filter.funnelWindowInterval ?? 14}
              least={1}
              most={1_000}
              onChange={(funnelWindowInterval) => change({ funnelWindowInterval })}
            />
            <SelectPill
              label="Unit of the window"
              isLabelHidden
              value={(filter.funnelWindowIntervalUnit ?? 'day') as (typeof UNITS)[number]}
              options={UNITS.map((unit) => ({ value: unit, label: `${unit}s` }))}
              onChange={(funnelWindowIntervalUnit) => change({ funnelWindowIntervalUnit })}
            />
          </span>
        </div>
        <SelectPill
          label="Order of steps"
          part="order"
          value={order}
          options={ORDERS}
          onChange={(chosen) =>
            change({
              funnelOrderType: chosen === 'ordered' ? undefined : chosen,
              ...(chosen === 'unordered' && { exclusions: undefined }),
            })
          }
        />
        <ComparedSteps filter={filter} steps={steps} onChange={change} />
        {filter.funnelVizType === 'time_to_convert' && (
          <SelectPill
            label="Number of bars"
            value={String(filter.binCount ?? AUTO)}
            options={[
              AUTO,
              ...new Set([...BAR_COUNTS, filter.binCount ?? AUTO].filter((one) => one !== AUTO)),
            ].map((one) => ({ value: String(one), label: one === AUTO ? 'as many as fit' : String(one) }))}
            onChange={(chosen) => change({ binCount: chosen === AUTO ? undefined : Number(chosen) })}
          />
        )}
      </div>
    </>
  )
}
