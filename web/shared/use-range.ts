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
 * Returns the range that the visitor has chosen, and its setter. The range is in the address, in the form
 * that the server also reads, so that a copied link shows the same range.
 */
export function useRange(): [SharedRange | null, typeof setRange] {
  const dateFrom = useSyncExternalStore(subscribe, () =>
    new URLSearchParams(location.search).get('date_from'),
  )
  return [rangeNamed(dateFrom), setRange]
}
