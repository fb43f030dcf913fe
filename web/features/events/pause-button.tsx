import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { Button } from '#web/ui/button.tsx'

interface PauseButtonProps {
  readonly isPaused: boolean
  /** False until there is a list that can be paused. */
  readonly isReady: boolean
  readonly waiting: number
  /** The number of rows that one request fetches. If this many events are waiting, there may be more. */
  readonly most: number
  onToggle(): void
}

/** A button that pauses and resumes a live list. While the list is paused, it shows how many events wait. */
export function PauseButton({ isPaused, isReady, waiting, most, onToggle }: PauseButtonProps) {
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause
  return (
    <>
      {isPaused && (
        <span className="quiet num" role="status">
          {waiting >= most ? `${most} or more` : waiting} waiting
        </span>
      )}
      <Button
        isSmall
        disabled={!isReady}
        icon={<Icon size={14} stroke={1.5} aria-hidden />}
        onClick={onToggle}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
    </>
  )
}
