import type { ReactNode } from 'react'
import { ApiError } from '#web/api/client.ts'
import { Button } from './button.tsx'

interface StateBoxProps {
  readonly title: string
  readonly text?: ReactNode
  readonly actions?: readonly { readonly label: string; onClick(): void }[]
  /** Whether the box reports an error. Screen readers then announce it. */
  readonly isError?: boolean
}

/**
 * A box that is shown instead of content that does not exist or has failed. It says what happened, and its
 * buttons are the next steps. The first button is the recommended one.
 */
export function StateBox({ title, text, actions = [], isError = false }: StateBoxProps) {
  return (
    <div className="state" role={isError ? 'alert' : undefined}>
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {actions.length > 0 && (
        <div className="state__acts">
          {actions.map(({ label, onClick }) => (
            <Button key={label} onClick={onClick}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

/** A box that reports a failed request. */
export function ErrorBox({ error, onRetry }: { readonly error: Error; onRetry?(): void }) {
  const isOffline = error instanceof ApiError && error.status === 0
  return (
    <StateBox
      isError
      title={isOffline ? 'The server does not answer' : 'This could not be loaded'}
      text={error.message}
      actions={onRetry === undefined ? [] : [{ label: 'Try again', onClick: onRetry }]}
    />
  )
}
