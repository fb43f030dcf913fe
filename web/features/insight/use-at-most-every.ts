import { useEffect, useRef, useState } from 'react'

/**
 * Returns the value, throttled: it changes at once, and then not again until `ms` milliseconds have passed.
 * Then the latest value is taken.
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
