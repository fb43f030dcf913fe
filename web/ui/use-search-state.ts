import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'

/**
 * Returns the state of a list, which is in its address (`?search=&sort=`), and a function that changes it.
 * A key that is set to null or to an empty text is removed.
 */
export function useSearchState(): [
  URLSearchParams,
  (changes: Readonly<Record<string, string | null>>) => void,
] {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const change = useCallback(
    (changes: Readonly<Record<string, string | null>>) => {
      const next = new URLSearchParams(location.search)
      for (const [key, value] of Object.entries(changes)) {
        if (value === null || value === '') next.delete(key)
        else next.set(key, value)
      }
      navigate(next.size > 0 ? `${path}?${next}` : path, { replace: true })
    },
    [path, navigate],
  )
  return [new URLSearchParams(search), change]
}
