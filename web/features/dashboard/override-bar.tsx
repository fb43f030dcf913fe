import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import type { Override } from './dashboard-data.ts'

interface OverrideBarProps {
  readonly override: Override
  /** More controls for the same override: filters. */
  readonly filters?: ReactNode
  /** Null where the reader may not change the dashboard. */
  readonly onKeep: (() => void) | null
  onChange(override: Override): void
  onRefresh(): void
}

const RANGES = [
  { value: '', label: 'As saved' },
  { value: '-7d', label: '7d' },
  { value: '-30d', label: '30d' },
  { value: '-90d', label: '90d' },
  { value: '-12m', label: '12m' },
] as const

/** One range and filter for all tiles, of this visit only until it is kept for everyone. */
export function OverrideBar({ override, filters, onKeep, onChange, onRefresh }: OverrideBarProps) {
  const isSet = Object.keys(override).length > 0
  const range = RANGES.find(({ value }) => value === (override.date_from ?? ''))?.value ?? null
  return (
    <div className="toolbar board__bar">
      <Segmented
        label="Range for all tiles"
        value={range}
        options={RANGES}
        onChange={(value) => {
          const { date_from: _from, date_to: _to, ...rest } = override
          onChange(value === '' ? rest : { ...rest, date_from: value })
        }}
      />
      {filters}
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
