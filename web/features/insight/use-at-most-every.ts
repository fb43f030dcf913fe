import { useEffect, useRef, useState } from 'react'

/** The value, which changes at once, and then not again before so many milliseconds: the last one of them counts. */
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
