import { useCallback } from 'react'
import { letterOf } from './node.ts'
import { setFragment, useFragment } from './use-question.ts'

const PART = 'hide'

interface HiddenSeries {
  /** The places of the series that are not asked for. */
  readonly hidden: readonly number[]
  setHidden(places: readonly number[]): void
}

/** Series that are hidden for this visit: their letters are beside the question in the address, `hide=A,C`. */
export function useHiddenSeries(): HiddenSeries {
  const text = useFragment(PART)
  const setHidden = useCallback(
    (places: readonly number[]) =>
      setFragment({ [PART]: places.length === 0 ? null : places.map(letterOf).join(',') }, 'replace'),
    [],
  )
  return { hidden: hiddenIn(text), setHidden }
}

/** The places of the letters in `hide=A,C`. */
export const hiddenIn = (text: string | null): readonly number[] =>
  [...new Set((text ?? '').split(',').filter((letter) => /^[A-Z]$/.test(letter)))].map(
    (letter) => letter.charCodeAt(0) - 65,
  )
