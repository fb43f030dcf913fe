import { IconDownload, IconPhoto } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import './result-table.css'

interface AnswerFootProps {
  /** The status line. */
  readonly status?: ReactNode
  /** One sentence about the picture: "The last day is not over, so it is dashed". */
  readonly note?: string | null
  /** Absent where there is no picture. */
  readonly onPicture?: (() => void) | undefined
  readonly onCsv?: (() => void) | undefined
}

/** What stands between the picture and the table. */
export const AnswerFoot = ({ status, note = null, onPicture, onCsv }: AnswerFootProps) => (
  <div className="foot">
    {status}
    {note !== null && <span>{note}</span>}
    <span className="grow" />
    {onPicture !== undefined && (
      <button type="button" onClick={onPicture}>
        <IconPhoto className="i i--14" aria-hidden /> PNG
      </button>
    )}
    {onCsv !== undefined && (
      <button type="button" onClick={onCsv}>
        <IconDownload className="i i--14" aria-hidden /> CSV
      </button>
    )}
  </div>
)
