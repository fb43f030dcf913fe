import { Menu } from '@mantine/core'
import {
  IconChartArea,
  IconChartBar,
  IconChartLine,
  IconDots,
  IconHash,
  IconTable,
} from '@tabler/icons-react'

interface DisplayOption {
  readonly value: string
  readonly label: string
  readonly icon: typeof IconHash
}

const SHOWN: readonly DisplayOption[] = [
  { value: 'ActionsLineGraph', label: 'Line', icon: IconChartLine },
  { value: 'ActionsBar', label: 'Bars', icon: IconChartBar },
  { value: 'ActionsAreaGraph', label: 'Area', icon: IconChartArea },
  { value: 'ActionsTable', label: 'Table', icon: IconTable },
  { value: 'BoldNumber', label: 'Number', icon: IconHash },
]
const MORE = [
  { value: 'ActionsLineGraphCumulative', label: 'Cumulative line' },
  { value: 'ActionsUnstackedBar', label: 'Bars side by side' },
  { value: 'ActionsBarValue', label: 'Bars of totals' },
  { value: 'ActionsPie', label: 'Pie' },
  { value: 'WorldMap', label: 'World' },
] as const

interface DisplayControlProps {
  readonly display: string | undefined
  /** The displays that the kind allows. The first one is its default. */
  readonly displays: readonly string[]
  onChange(display: string): void
}

/** Control for how the answer is displayed. Less common displays are in a menu behind three dots. */
export function DisplayControl({ display, displays, onChange }: DisplayControlProps) {
  const current = display ?? displays[0]
  const more = MORE.filter(({ value }) => displays.includes(value))
  const chosen = more.find(({ value }) => value === current)
  return (
    <fieldset className="seg seg--icons" aria-label="Display">
      {SHOWN.filter(({ value }) => displays.includes(value)).map(({ value, label, icon: Icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === current}
          aria-label={label}
          title={label}
          onClick={() => onChange(value)}
        >
          <Icon size={16} stroke={1.5} aria-hidden />
        </button>
      ))}
      {more.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <button type="button" aria-pressed={chosen !== undefined} aria-label="More displays">
              <IconDots size={16} aria-hidden />
              {chosen !== undefined && <span className="seg__words">{chosen.label}</span>}
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map(({ value, label }) => (
              <Menu.Item key={value} onClick={() => onChange(value)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </fieldset>
  )
}
