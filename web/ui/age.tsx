import { useEffect, useState } from 'react'
import { age } from './format.ts'

const TICK_MS = 30_000

/** The time of this browser, in epoch ms; it changes every half minute. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}

/** How long ago an instant was, in words that stay true; the instant itself on hover. */
export function Age({ at, timeZone }: { readonly at: string; readonly timeZone: string }) {
  return (
    <time className="age" dateTime={at} title={at}>
      {age(at, useNow(), timeZone)}
    </time>
  )
}
