import { useEffect, useState } from 'react'

/**
 * Returns the value with a delay: a change is returned when the value has not changed again for `waitMs`
 * milliseconds. So a request is sent only when the user pauses typing.
 */
export function useSettled<T>(value: T, waitMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs)
    return () => clearTimeout(timer)
  }, [value, waitMs])
  return settled
}
