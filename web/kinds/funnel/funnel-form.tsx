import { IconPlus, IconX } from '@tabler/icons-react'
import { useEventNames } from '#web/question/event-names.ts'
import type { SeriesQuestion } from '#web/question/node.ts'
import { SeriesList } from '#web/question/series-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { NumberPill } from '#web/ui/number-pill.tsx'
import { SelectPill } from '#web/ui/select-pill.tsx'
import { CountedPill } from '../counted-pill.tsx'
import type { FormProps } from '../kind-view.ts'
import {
  type Exclusion,
  type FunnelFilter,
  funnelFilterOf,
  seriesOfExclusion,
  withFunnelFilter,
  withSteps,
} from './funnel-filter.ts'
import '../kinds.css'

const MOST_STEPS = 20
const MOST_EXCLUSIONS = 10
const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month'] as const
const ORDERS = [
  { value: 'ordered', label: 'allowed' },
  { value: 'strict', label: 'not allowed' },
  { value: 'unordered', label: 'allowed, any order' },
] as const
const ATTRIBUTIONS = [
  { value: 'first_touch', label: 'first value' },
  { value: 'last_touch', label: 'last value' },
  { value: 'all_events', label: 'all steps alike' },
  { value: 'step', label: 'value at a step' },
] as const

/** The steps of a funnel, what must not happen between them, and its rules. */
export function FunnelForm({ question, setQuestion }: FormProps) {
  const { series = [] } = question as SeriesQuestion
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
        onChange={(changed) => setQuestion(withSteps(question, changed))}
      />
      {series.length < 2 && <p className="quiet">A funnel begins with two steps.</p>}
      <Exclusions filter={filter} steps={steps} onChange={(exclusions) => change({ exclusions })} />
      <div className="block">
        <div className="block__head">Rules</div>
        <CountedPill question={question} setQuestion={setQuestion} />
        <div className="pair">
          <span className="soft">Within</span>
          <span className="rule">
            <NumberPill
              label="Length of the window"
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
          label="Other events between"
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
        {hasBreakdown(question) && (
          <>
            <SelectPill
              label="Breakdown by the"
              value={filter.breakdownAttributionType ?? 'first_touch'}
              options={ATTRIBUTIONS.filter(({ value }) => value !== 'step' || order !== 'unordered')}
              onChange={(chosen) =>
                change({
                  breakdownAttributionType: chosen === 'first_touch' ? undefined : chosen,
                  breakdownAttributionValue: chosen === 'step' ? 0 : undefined,
                })
              }
            />
            {filter.breakdownAttributionType === 'step' && (
              <SelectPill
                label="Step of the value"
                value={String(filter.breakdownAttributionValue ?? 0)}
                options={steps}
                onChange={(step) => change({ breakdownAttributionValue: Number(step) })}
              />
            )}
          </>
        )}
      </div>
    </>
  )
}

const hasBreakdown = ({ breakdownFilter }: FormProps['question']): boolean => {
  const filter = (breakdownFilter ?? {}) as { breakdown?: unknown; breakdowns?: readonly unknown[] }
  return filter.breakdown != null || (filter.breakdowns?.length ?? 0) > 0
}

interface StepOption {
  readonly value: string
  readonly label: string
}

interface ComparedStepsProps {
  readonly filter: FunnelFilter
  readonly steps: readonly StepOption[]
  onChange(changed: Pick<FunnelFilter, 'funnelFromStep' | 'funnelToStep'>): void
}

/** Over time and by times two steps are compared: the first and the last one, or these. */
function ComparedSteps({ filter, steps, onChange }: ComparedStepsProps) {
  if ((filter.funnelVizType ?? 'steps') === 'steps' || steps.length < 3) return null
  const from = filter.funnelFromStep ?? 0
  const to = filter.funnelToStep ?? steps.length - 1
  return (
    <>
      <SelectPill
        label="From step"
        value={String(from)}
        options={steps.slice(0, -1)}
        onChange={(step) =>
          onChange({ funnelFromStep: Number(step), funnelToStep: Math.max(to, Number(step) + 1) })
        }
      />
      <SelectPill
        label="To step"
        value={String(to)}
        options={steps.slice(1)}
        onChange={(step) =>
          onChange({ funnelFromStep: Math.min(from, Number(step) - 1), funnelToStep: Number(step) })
        }
      />
    </>
  )
}

interface ExclusionsProps {
  readonly filter: FunnelFilter
  readonly steps: readonly StepOption[]
  onChange(exclusions: readonly Exclusion[] | undefined): void
}

function Exclusions({ filter, steps, onChange }: ExclusionsProps) {
  const names = useEventNames()
  const exclusions = filter.exclusions ?? []
  if (filter.funnelOrderType === 'unordered' || steps.length < 2) return null
  const replace = (index: number, changed: Exclusion) =>
    onChange(exclusions.map((one, at) => (at === index ? changed : one)))
  const isStep = (name: string) => steps.some(({ label }) => label.endsWith(` ${name}`))
  return (
    <div className="block">
      {exclusions.map((exclusion, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an exclusion is known by its place
        <div key={index} className="block">
          <SeriesList
            heading={`Nobody with, between ${exclusion.funnelFromStep + 1} and ${exclusion.funnelToStep + 1}`}
            noun="event"
            series={[seriesOfExclusion(exclusion)]}
            markOf={() => String(index + 1)}
            most={1}
            onChange={([series]) => series !== undefined && replace(index, { ...exclusion, ...series })}
          />
          <div className="pair">
            <span className="rule">
              <SelectPill
                label={`Exclusion ${index + 1} begins at`}
                isLabelHidden
                value={String(exclusion.funnelFromStep)}
                options={steps.slice(0, -1)}
                onChange={(step) =>
                  replace(index, {
                    ...exclusion,
                    funnelFromStep: Number(step),
                    funnelToStep: Math.max(exclusion.funnelToStep, Number(step) + 1),
                  })
                }
              />
              <SelectPill
                label={`Exclusion ${index + 1} ends at`}
                isLabelHidden
                value={String(exclusion.funnelToStep)}
                options={steps.slice(exclusion.funnelFromStep + 1)}
                onChange={(step) => replace(index, { ...exclusion, funnelToStep: Number(step) })}
              />
            </span>
            <Button
              look="plain"
              isSmall
              aria-label={`Remove exclusion ${index + 1}`}
              icon={<IconX size={14} />}
              onClick={() => {
                const left = exclusions.filter((_, at) => at !== index)
                onChange(left.length === 0 ? undefined : left)
              }}
            />
          </div>
        </div>
      ))}
      {exclusions.length < MOST_EXCLUSIONS && (
        <button
          type="button"
          className="add"
          onClick={() =>
            onChange([
              ...exclusions,
              {
                kind: 'EventsNode',
                event: names.find((name) => !isStep(name)) ?? null,
                funnelFromStep: 0,
                funnelToStep: 1,
              },
            ])
          }
        >
          <IconPlus size={14} /> Exclusion
        </button>
      )}
    </div>
  )
}
