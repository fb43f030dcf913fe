import { SHARED_RANGES, type SharedRange } from '#contract/shared-range.ts'
import { useZone } from '#web/api/project.ts'
import { zoneName } from '#web/question/dates.ts'
import { SelectPill } from '#web/ui/select-pill.tsx'
import { rangeNamed } from './link-data.ts'

interface SharedDatesProps {
  readonly range: SharedRange | null
  onChange(range: SharedRange | null): void
}

const OWN = ''
const OPTIONS = [
  { value: OWN, label: 'As shared' },
  ...SHARED_RANGES.map(({ date_from, label }) => ({ value: date_from, label })),
]

/** Control for the dates that visitors may choose from. */
export function SharedDates({ range, onChange }: SharedDatesProps) {
  const zone = useZone()
  return (
    <div className="toolbar shared__dates">
      <SelectPill<string>
        label="Dates"
        value={range?.date_from ?? OWN}
        options={OPTIONS}
        onChange={(value) => onChange(rangeNamed(value))}
      />
      <span className="quiet zone" title={zone}>
        {zoneName(zone)}
      </span>
    </div>
  )
}
