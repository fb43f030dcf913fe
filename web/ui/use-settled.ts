import { useEffect, useState } from 'react'

/**
 * Returns the value once it has not changed for `waitMs`, so that a request is sent only when the typing
 * pauses.
 */
export function useSettled<T>(value: T, waitMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs)
    return () => clearTimeout(timer)
  }, [value, waitMs])
  return settled
}
