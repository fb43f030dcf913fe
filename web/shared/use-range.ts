import { useSyncExternalStore } from 'react'
import { type SharedRange, sharedSearch } from '#contract/shared-range.ts'
import { rangeNamed } from './link-data.ts'

const CHANGED = 'throughline:range'

function subscribe(listener: () => void): () => void {
  for (const name of ['popstate', CHANGED]) window.addEventListener(name, listener)
  return () => {
    for (const name of ['popstate', CHANGED]) window.removeEventListener(name, listener)
  }
}

function setRange(range: SharedRange | null): void {
  history.pushState(null, '', location.pathname + sharedSearch(range) + location.hash)
  window.dispatchEvent(new Event(CHANGED))
}

/**
 * Returns the range of the visitor. It is in the address in the form that the server reads, so that a
 * copied link shows the same.
 */
export function useRange(): [SharedRange | null, typeof setRange] {
  const dateFrom = useSyncExternalStore(subscribe, () =>
    new URLSearchParams(location.search).get('date_from'),
  )
  return [rangeNamed(dateFrom), setRange]
}
