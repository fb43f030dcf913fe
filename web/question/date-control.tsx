import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useProject } from '#web/api/project.ts'
import type { DateRange } from '#web/api/query-node.ts'
import { Pop } from '#web/ui/pop.tsx'
import { useHeldLetters } from '#web/ui/use-held-letters.ts'
import type { DateList } from './date-list.tsx'
import { DEFAULT_FROM, namedRange, PRESETS, rangeWords, zoneName } from './dates.ts'
import { ProblemText } from './problem.tsx'

interface DateControlProps {
  readonly range: DateRange | undefined
  onChange(range: DateRange): void
  /**
   * A first segment, such as "As saved", which means no range. If it is absent, no range means the last 7
   * days.
   */
  readonly unset?: { readonly label: string; onUnset(): void }
  /** Elements between the dates and the time zone, such as the control for the interval. */
  readonly children?: ReactNode
}

/**
 * Control for the dates of a question. Common ranges are segments, and a calendar has all others. It also
 * shows the time zone of the project.
 */
export function DateControl({ range, onChange, unset, children }: DateControlProps) {
  const { timezone } = useProject()
  const [isOpen, setOpen] = useState(false)
  const [Dates, setDates] = useState<typeof DateList | null>(null)
  // The code of the calendar is loaded before the calendar opens, so that the focus can move into it.
  const open = async () => {
    setOpen(true)
    if (Dates !== null) return
    const { DateList } = await import('./date-list.tsx')
    setDates(() => DateList)
  }
  useHeldLetters(isOpen && Dates === null)
  const from = range?.date_from ?? DEFAULT_FROM
  const isUnset = unset !== undefined && range === undefined
  const preset = range?.date_to ? null : (PRESETS.find(({ value }) => value === from)?.value ?? null)
  const words = rangeWords(range, Date.now())
  return (
    <>
      <fieldset className="seg" aria-label="Range" data-part="dates">
        {unset !== undefined && (
          <button type="button" aria-pressed={isUnset} onClick={unset.onUnset}>
            {unset.label}
          </button>
        )}
        {PRESETS.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className={value === '-12m' ? 'only-wide' : undefined}
            aria-pressed={!isUnset && value === preset}
            onClick={() => onChange({ date_from: value })}
          >
            {label}
          </button>
        ))}
        <Pop
          isOpen={isOpen && Dates !== null}
          onClose={() => setOpen(false)}
          target={
            <button
              type="button"
              aria-pressed={preset === null}
              aria-label={preset === null ? `Other dates: ${words}` : 'Other dates'}
              aria-keyshortcuts="d"
              aria-haspopup="dialog"
              onClick={() => (isOpen ? setOpen(false) : void open())}
            >
              <IconCalendar size={16} aria-hidden />
              {preset === null && <span className="seg__words">{namedRange(range) ?? words}</span>}
            </button>
          }
        >
          {Dates !== null && (
            <Dates
              range={range}
              onChange={(chosen, isDone) => {
                onChange(chosen)
                if (isDone) setOpen(false)
              }}
            />
          )}
        </Pop>
      </fieldset>
      {children}
      <span className="quiet only-wide zone" title={timezone}>
        {zoneName(timezone)}
      </span>
      <ProblemText place="dateRange" />
    </>
  )
}
