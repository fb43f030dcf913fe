import type { FunnelFilter } from '#web/api/query-node.ts'
import { SelectPill } from '#web/ui/select-pill.tsx'
import type { StepOption } from './compared-steps.tsx'

const ATTRIBUTIONS = [
  { value: 'first_touch', label: 'first value' },
  { value: 'last_touch', label: 'last value' },
  { value: 'all_events', label: 'one value at all steps' },
  { value: 'step', label: 'value at a step' },
] as const

interface AttributionProps {
  readonly filter: FunnelFilter
  readonly steps: readonly StepOption[]
  onChange(changed: {
    readonly breakdownAttributionType?: FunnelFilter['breakdownAttributionType'] | undefined
    readonly breakdownAttributionValue?: number | undefined
  }): void
}

/**
 * Control for actors who have several values of the breakdown. It says which value decides the row of such an
 * actor.
 */
export function Attribution({ filter, steps, onChange }: AttributionProps) {
  const { breakdownAttributionType: type = 'first_touch', breakdownAttributionValue: step = 0 } = filter
  return (
    <>
      <SelectPill
        label="Attribute to"
        part="attribution"
        value={type}
        options={ATTRIBUTIONS.filter(
          ({ value }) => value !== 'step' || filter.funnelOrderType !== 'unordered',
        )}
        onChange={(chosen) =>
          onChange({
            breakdownAttributionType: chosen === 'first_touch' ? undefined : chosen,
            breakdownAttributionValue: chosen === 'step' ? 0 : undefined,
          })
        }
      />
      {type === 'step' && (
        <SelectPill
          label="Step of the value"
          value={String(step)}
          options={steps}
          onChange={(chosen) => onChange({ breakdownAttributionValue: Number(chosen) })}
        />
      )}
    </>
  )
}
