import { useEffect, useRef, useState } from 'react'

/**
 * Returns a value that changes at most every `ms` milliseconds. The first change is returned at once. Of
 * the changes within the next `ms` milliseconds, only the latest is returned, at their end.
 */
export function useAtMostEvery<Value>(value: Value, ms: number): Value {
  const [shown, setShown] = useState(value)
  const changedMs = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (Object.is(shown, value)) return
    const take = () => {
      changedMs.current = performance.now()
      setShown(() => value)
    }
    const waitMs = changedMs.current + ms - performance.now()
    if (waitMs <= 0) return take()
    const timeout = setTimeout(take, waitMs)
    return () => clearTimeout(timeout)
  }, [value, shown, ms])
  return shown
}
