import type { SeriesNode } from '#web/api/query-node.ts'
import { SelectPill } from '#web/ui/select-pill.tsx'

const EVERY_TIME = 'total'

interface StepRulesProps {
  readonly step: SeriesNode
  /** The index of the step, from 0. */
  readonly index: number
  /**
   * Whether the user may make the step optional. Only steps after the first of a sequential funnel can be
   * optional.
   */
  readonly canBeOptional: boolean
  onChange(step: SeriesNode): void
}

/**
 * The controls for a step: which of an actor's events count as this step, and whether later steps need it.
 */
export function StepRules({ step, index, canBeOptional, onChange }: StepRulesProps) {
  const { math, optionalInFunnel = false, ...rest } = step
  const asked = math ?? EVERY_TIME
  const isFirst = asked.startsWith('first_')
  return (
    <>
      <SelectPill
        label={`Events of step ${index + 1}`}
        isLabelHidden
        value={isFirst ? asked : EVERY_TIME}
        options={[
          { value: EVERY_TIME, label: 'every time' },
          { value: 'first_time_for_user', label: 'first time ever' },
          { value: 'first_matching_event_for_user', label: 'first time with these filters' },
        ]}
        onChange={(chosen) =>
          onChange({
            ...rest,
            ...(optionalInFunnel && { optionalInFunnel }),
            ...(chosen !== EVERY_TIME && { math: chosen }),
          })
        }
      />
      {(canBeOptional || optionalInFunnel) && (
        <SelectPill
          label={`Step ${index + 1} is`}
          isLabelHidden
          value={optionalInFunnel ? 'optional' : 'needed'}
          options={[
            { value: 'needed', label: 'needed' },
            { value: 'optional', label: 'optional' },
          ]}
          onChange={(chosen) =>
            onChange({
              ...rest,
              ...(math !== undefined && { math }),
              ...(chosen === 'optional' && { optionalInFunnel: true }),
            })
          }
        />
      )}
    </>
  )
}
