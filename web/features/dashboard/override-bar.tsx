import { IconRefresh } from '@tabler/icons-react'
import type { Filters } from '#web/api/query-node.ts'
import { DateControl } from '#web/question/date-control.tsx'
import { FilterChips } from '#web/question/filter-chips.tsx'
import { Button } from '#web/ui/button.tsx'
import { completeOverride, type Override } from './dashboard-data.ts'

interface OverrideBarProps {
  readonly override: Override
  /**
   * Makes the override a part of the dashboard for everyone; null if the user may not change the dashboard.
   */
  readonly onKeep: (() => void) | null
  onChange(override: Override): void
  onRefresh(): void
}

/**
 * The controls for the dates and the filters of all tiles. They apply to this visit only, unless the user
 * keeps them for everyone.
 */
export function OverrideBar({ override, onKeep, onChange, onRefresh }: OverrideBarProps) {
  const { date_from, date_to, properties } = override
  const range =
    date_from === undefined && date_to === undefined
      ? undefined
      : { date_from: date_from ?? null, date_to: date_to ?? null }
  const isSet = Object.keys(completeOverride(override)).length > 0
  const withFilters = (filters: Filters | undefined): Override => {
    const { properties: _, ...dates } = override
    return filters === undefined ? dates : { ...dates, properties: filters }
  }
  const withDates = (dates: Override): Override =>
    properties === undefined ? dates : { ...dates, properties }
  return (
    <div className="toolbar board__bar">
      <DateControl
        range={range}
        unset={{ label: 'As saved', onUnset: () => onChange(withDates({})) }}
        onChange={({ date_from: from, date_to: to }) =>
          onChange(withDates({ ...(from && { date_from: from }), ...(to && { date_to: to }) }))
        }
      />
      <FilterChips
        filters={properties}
        place="filters_override__properties"
        addLabel="Add a filter for all tiles"
        shortcut="f"
        onChange={(filters) => onChange(withFilters(filters))}
      />
      {isSet && (
        <>
          <span className="quiet only-wide">for all tiles, this visit only</span>
          {onKeep !== null && (
            <Button isSmall look="plain" onClick={onKeep}>
              Keep for everyone
            </Button>
          )}
        </>
      )}
      <span className="grow" />
      <Button isSmall icon={<IconRefresh size={14} />} onClick={onRefresh}>
        Refresh
      </Button>
    </div>
  )
}
