import { useState } from 'react'
import { ApiError } from '#web/api/client.ts'

export interface Work {
  /** Runs a change, one at a time. Returns whether it succeeded; if it failed, `refusal` is its error. */
  run(work: () => Promise<unknown>): Promise<boolean>
  readonly isBusy: boolean
  /** The error of the server; null if there is none. */
  readonly refusal: string | null
  /** The field that the server refused; null if it named none. */
  readonly attr: string | null
}

/** Returns the state of a form that writes. */
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
