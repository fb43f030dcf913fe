import type { ReactNode } from 'react'
import { ApiError } from '#web/api/client.ts'
import { Button } from './button.tsx'

interface StateBoxProps {
  readonly title: string
  readonly text?: ReactNode
  readonly actions?: readonly { readonly label: string; onClick(): void }[]
  /** Whether this is an error, which screen readers announce. */
  readonly isError?: boolean
}

/**
 * A box for an empty or failed place: what happened, and the next steps as buttons. The first button is the
 * recommended one.
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

/** A box for a failed request. */
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
