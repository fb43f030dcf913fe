import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import type { DateRange } from '#web/api/query-node.ts'
import { Pop } from '#web/ui/pop.tsx'
import { useHeldLetters } from '#web/ui/use-held-letters.ts'
import { untilDay, untilWords } from './dates.ts'
import { ProblemText } from './problem.tsx'
import type { UntilList } from './until-list.tsx'

interface UntilControlProps {
  readonly range: DateRange | undefined
  /** Called with the changed range; undefined if it ends now. */
  onChange(range: DateRange | undefined): void
}

/** Control for where the range of a question with a number of periods ends: now, or at the end of a day. */
export function UntilControl({ range, onChange }: UntilControlProps) {
  const [isOpen, setOpen] = useState(false)
  const [Days, setDays] = useState<typeof UntilList | null>(null)
  const open = async () => {
    setOpen(true)
    if (Days !== null) return
    const { UntilList } = await import('./until-list.tsx')
    setDays(() => UntilList)
  }
  useHeldLetters(isOpen && Days === null)
  const words = untilWords(range, Date.now()) ?? 'now'
  return (
    <div className="pair">
      <span className="soft">Until</span>
      <Pop
        isOpen={isOpen && Days !== null}
        onClose={() => setOpen(false)}
        target={
          <button
            type="button"
            className="pill"
            data-part="until"
            aria-label={`Until ${words}`}
            aria-keyshortcuts="d"
            aria-haspopup="dialog"
            onClick={() => (isOpen ? setOpen(false) : void open())}
          >
            {words}
            <IconChevronDown size={14} aria-hidden />
          </button>
        }
      >
        {Days !== null && (
          <Days
            day={untilDay(range)}
            onChange={(day) => {
              setOpen(false)
              onChange(day === null ? undefined : { date_to: day })
            }}
          />
        )}
      </Pop>
      <ProblemText place="dateRange" />
    </div>
  )
}
