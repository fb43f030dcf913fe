import { Menu } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { CompareFilter, DateRange } from '#web/api/query-node.ts'
import { compareWords } from './dates.ts'
import { ProblemText } from './problem.tsx'
import { RenameField } from './rename-field.tsx'

interface CompareControlProps {
  readonly compare: CompareFilter | undefined
  readonly range: DateRange | undefined
  /** Called with the comparison; undefined for none. */
  onChange(compare: CompareFilter | undefined): void
}

/** Control for the earlier period with which the range is compared. The chart draws that period dotted. */
export function CompareControl({ compare, range, onChange }: CompareControlProps) {
  const [isTyping, setTyping] = useState(false)
  const isOn = compare?.compare === true
  const words = compareWords(compare?.compare_to, range, Date.now())
  return (
    <div className="block" data-part="compare">
      <div className="block__head">
        <h2>Compare</h2>
        {/* The field of "Earlier by" has the focus then, and the closing menu must not take it back. */}
        <Menu position="bottom-end" returnFocus={!isTyping}>
          <Menu.Target>
            <button
              type="button"
              className="icon"
              aria-label="Compare with"
              aria-keyshortcuts="c"
              aria-haspopup="menu"
            >
              <IconPlus size={16} aria-hidden />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onChange({ compare: true })}>Previous period</Menu.Item>
            <Menu.Item onClick={() => onChange({ compare: true, compare_to: '-4w' })}>
              4 weeks earlier
            </Menu.Item>
            <Menu.Item onClick={() => onChange({ compare: true, compare_to: '-1m' })}>
              A month earlier
            </Menu.Item>
            <Menu.Item onClick={() => onChange({ compare: true, compare_to: '-1y' })}>
              A year earlier
            </Menu.Item>
            <Menu.Item onClick={() => setTyping(true)}>Earlier by…</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {isTyping && (
        <div className="pair">
          <RenameField
            label="Earlier by, such as 14d, 2w or 3m"
            placeholder="14d, 2w, 3m"
            value={compare?.compare_to?.replace(/^-/, '') ?? ''}
            onDone={(typed) => {
              setTyping(false)
              if (typed) onChange({ compare: true, compare_to: `-${typed.replace(/^-/, '')}` })
            }}
          />
        </div>
      )}
      {isOn && (
        <div className="pair">
          <span className="chip">
            <span>{words}</span>
            <button
              type="button"
              className="x"
              aria-label="Compare with nothing"
              onClick={() => onChange(undefined)}
            >
              <IconX size={12} aria-hidden />
            </button>
          </span>
          <span className="dash" aria-hidden />
        </div>
      )}
      <ProblemText place="compareFilter" />
    </div>
  )
}
