import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { Button } from '#web/ui/button.tsx'

interface PauseButtonProps {
  readonly isPaused: boolean
  /** False until there is a list to stop. */
  readonly isReady: boolean
  readonly waiting: number
  /** How many rows are asked for: more may be waiting than are known. */
  readonly most: number
  onToggle(): void
}

/** Stops a live list for reading; then says how many events wait. */
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
