import { IconPlus, IconX } from '@tabler/icons-react'
import type { Exclusion, FunnelFilter, SeriesNode } from '#web/api/query-node.ts'
import { useEventNames } from '#web/question/event-names.ts'
import { SeriesList } from '#web/question/series-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectPill } from '#web/ui/select-pill.tsx'
import type { StepOption } from './compared-steps.tsx'
import { proposedExclusion, seriesOfExclusion } from './funnel-filter.ts'

const MOST_EXCLUSIONS = 10

interface ExclusionsProps {
  readonly filter: FunnelFilter
  readonly series: readonly SeriesNode[]
  readonly steps: readonly StepOption[]
  onChange(exclusions: readonly Exclusion[] | undefined): void
}

/** The exclusions of a funnel: events that exclude an actor who has them between two steps. */
export function Exclusions({ filter, series, steps, onChange }: ExclusionsProps) {
  const names = useEventNames()
  const exclusions = filter.exclusions ?? []
  if (filter.funnelOrderType === 'unordered' || steps.length < 2) return null
  const replace = (index: number, changed: Exclusion) =>
    onChange(exclusions.map((one, at) => (at === index ? changed : one)))
  return (
    <div className="block">
      {exclusions.map((exclusion, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an exclusion is identified by its index
        <div key={index} className="block">
          <SeriesList
            heading={`Excluded event between steps ${exclusion.funnelFromStep + 1} and ${exclusion.funnelToStep + 1}`}
            noun="event"
            part={`exclusion-${index}`}
            placeOf={() => `funnelsFilter__exclusions__${index}`}
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
                event: proposedExclusion(names, series),
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
