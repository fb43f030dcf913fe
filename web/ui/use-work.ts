import { useState } from 'react'
import { ApiError } from '#web/api/client.ts'

export interface Work {
  /**
   * Runs a change. While one runs, further calls are ignored and return false. Returns whether the change
   * succeeded. If it failed, `refusal` is the message of its error.
   */
  run(work: () => Promise<unknown>): Promise<boolean>
  readonly isBusy: boolean
  /** The message of the error of the last change; null if there is none. */
  readonly refusal: string | null
  /** The field that the server refused; null if the error names none. */
  readonly attr: string | null
}

/** Returns the state of a form that changes something on the server. */
export function useWork(): Work {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  return {
    isBusy,
    refusal: error?.message ?? null,
    attr: error instanceof ApiError ? error.attr : null,
    async run(work) {
      if (isBusy) return false
      setBusy(true)
      setError(null)
      try {
        await work()
        return true
      } catch (thrown) {
        setError(thrown as Error)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
