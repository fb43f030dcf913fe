import type { ReactNode } from 'react'
import type { Point } from '#web/question/point.ts'

interface NumButtonProps {
  readonly point: Point | null
  readonly onPoint: ((point: Point) => void) | null
  readonly children: ReactNode
}

/**
 * A number in a table. It is a button that opens the people behind it, or plain text if it has no people to
 * open.
 */
export function NumButton({ point, onPoint, children }: NumButtonProps) {
  if (point === null || onPoint === null) return children
  return (
    <button type="button" className="numlink" onClick={() => onPoint(point)}>
      {children}
    </button>
  )
}
