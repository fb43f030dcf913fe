import { useEffect, useState } from 'react'
import { age } from './format.ts'

const TICK_MS = 30_000

/** Returns the time of this browser in epoch milliseconds. It changes every half minute. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}

/** Shows how long ago an instant was, and keeps this up to date. On hover it shows the instant itself. */
export function Age({ at, timeZone }: { readonly at: string; readonly timeZone: string }) {
  return (
    <time className="age" dateTime={at} title={at}>
      {age(at, useNow(), timeZone)}
    </time>
  )
}
