import { IconDownload, IconPhoto } from '@tabler/icons-react'
import { type ReactNode, use } from 'react'
import { AnswerPlaceContext } from './answer-place.ts'
import './result-table.css'

interface AnswerFootProps {
  /** The status line of the answer: its cost and its age. */
  readonly status?: ReactNode
  /** A sentence about the chart, such as "The last day is not over, so it is dashed". */
  readonly note?: string | null
  /** Whether the answer has a chart that can be saved as a picture. False if it is only a table. */
  readonly hasPicture?: boolean | undefined
  readonly onCsv?: (() => void) | undefined
}

/** The line between the chart and the table of an answer. */
export function AnswerFoot({ status, note = null, hasPicture = true, onCsv }: AnswerFootProps) {
  const onPicture = use(AnswerPlaceContext)?.onPicture ?? null
  return (
    <div className="foot">
      {status}
      {note !== null && <span>{note}</span>}
      <span className="grow" />
      {hasPicture && onPicture !== null && (
        <button type="button" onClick={onPicture}>
          <IconPhoto className="i i--14" aria-hidden /> PNG
        </button>
      )}
      {onCsv !== undefined && (
        <button
          type="button"
          title="Saves the table as shown. Share has a link that a spreadsheet can load by itself."
          onClick={onCsv}
        >
          <IconDownload className="i i--14" aria-hidden /> CSV
        </button>
      )}
    </div>
  )
}
