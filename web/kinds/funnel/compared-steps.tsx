import type { FunnelFilter } from '#web/api/query-node.ts'
import { SelectPill } from '#web/ui/select-pill.tsx'

/** A step of a funnel as an option: its index as text, and its number with its name. */
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
 * Control for the two steps that "Over time" and "Time to convert" compare. Without a choice they are the
 * first and the last step.
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
