import type { ReactNode } from 'react'
import type { Point } from '#web/question/point.ts'

interface NumButtonProps {
  readonly point: Point | null
  readonly onPoint: ((point: Point) => void) | null
  readonly children: ReactNode
}

/** A number in a table that opens the people behind it; plain text if there are none to open. */
export function NumButton({ point, onPoint, children }: NumButtonProps) {
  if (point === null || onPoint === null) return children
  return (
    <button type="button" className="numlink" onClick={() => onPoint(point)}>
      {children}
    </button>
  )
}
