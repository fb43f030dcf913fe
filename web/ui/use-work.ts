import { useState } from 'react'
import { ApiError } from '#web/api/client.ts'

export interface Work {
  /** Runs a change once at a time. Returns whether it succeeded; its error is then `refusal`. */
  run(work: () => Promise<unknown>): Promise<boolean>
  readonly isBusy: boolean
  /** What the server refused, in its words. */
  readonly refusal: string | null
  /** The field that it refused; null for none in particular. */
  readonly attr: string | null
}

/** The state of a form that writes. */
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
