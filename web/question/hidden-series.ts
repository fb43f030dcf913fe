import { useCallback } from 'react'
import { letterOf } from './node.ts'
import { setFragment, useFragment } from './use-question.ts'

const PART = 'hide'

interface HiddenSeries {
  /** The indexes of the hidden series. */
  readonly hidden: readonly number[]
  setHidden(places: readonly number[]): void
}

/**
 * Returns which series are hidden during this visit, and a function that changes this. The address has the
 * letters of the hidden series next to the question: `hide=A,C`.
 */
export function useHiddenSeries(): HiddenSeries {
  const text = useFragment(PART)
  const setHidden = useCallback(
    (places: readonly number[]) =>
      setFragment({ [PART]: places.length === 0 ? null : places.map(letterOf).join(',') }, 'replace'),
    [],
  )
  return { hidden: hiddenIn(text), setHidden }
}

/** Returns the indexes of series whose letters are in `hide=A,C`. */
export const hiddenIn = (text: string | null): readonly number[] =>
  [...new Set((text ?? '').split(',').filter((letter) => /^[A-Z]$/.test(letter)))].map(
    (letter) => letter.charCodeAt(0) - 65,
  )
