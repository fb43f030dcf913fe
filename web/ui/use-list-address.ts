import { useEffect, useState } from 'react'
import { useSearchState } from './use-search-state.ts'
import { useSettled } from './use-settled.ts'

const TYPING_PAUSE_MS = 150

/**
 * Returns the search text and the order of a list, which are in its address: `?search=&sort=`. Typed text
 * gets into the address when the user pauses.
 */
export function useListAddress(firstSort: string) {
  const [address, change] = useSearchState()
  const [typed, setTyped] = useState(address.get('search') ?? '')
  const search = useSettled(typed, TYPING_PAUSE_MS)
  const isSame = (address.get('search') ?? '') === search
  useEffect(() => {
    if (!isSame) change({ search })
  }, [isSame, search, change])
  const setSort = (sort: string) => change({ sort: sort === firstSort ? null : sort })
  return { typed, setTyped, search, sort: address.get('sort') ?? firstSort, setSort }
}
