import type { FunnelFilter } from '#web/api/query-node.ts'
import { SelectPill } from '#web/ui/select-pill.tsx'

/**
 * A step of a funnel as an option of a list. Its value is the index of the step, and its label has the
 * number and the name.
 */
export interface StepOption {
  readonly value: string
  readonly label: string
}

interface ComparedStepsProps {
  readonly filter: FunnelFilter
  readonly steps: readonly StepOption[]
  onChange(changed: Pick<FunnelFilter, 'funnelFromStep' | 'funnelToStep'>): void
}

/**
 * Control for the two steps that the displays "Over time" and "Time to convert" compare. If none are
 * chosen, these are the first and the last step.
 */
export function ComparedSteps({ filter, steps, onChange }: ComparedStepsProps) {
  if ((filter.funnelVizType ?? 'steps') === 'steps' || steps.length < 3) return null
  const from = filter.funnelFromStep ?? 0
  const to = filter.funnelToStep ?? steps.length - 1
  return (
    <>
      <SelectPill
        label="From step"
        part="compared-steps"
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
