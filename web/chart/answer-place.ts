import { createContext, type RefObject, use, useCallback, useEffect, useMemo, useRef } from 'react'

/** What an answer lets its place do: a tile has its menu for that. */
export interface Offers {
  /** Saves the values as they are seen. */
  saveCsv?: () => void
  /** The series whose colour can be chosen. */
  names?: readonly string[]
  /** The properties of a breakdown, for the colours of its values; empty without one. */
  family?: string
  chooseColor?: ((name: string, color: number) => void) | null
}

export interface AnswerPlace {
  /** Saves the answer as a picture; null where it has no place. */
  readonly onPicture: (() => void) | null
  /** Filled by the answer while it is shown. */
  readonly offers: RefObject<Offers>
}

export const AnswerPlaceContext = createContext<AnswerPlace | null>(null)

/**
 * The place of an answer: `ref` is for the element around it, `place` for the context. A picture of it has the title and, below it, the
 * sentence of the question and its dates.
 */
export function useAnswerPlace(title: string, note: string) {
  const ref = useRef<HTMLDivElement>(null)
  const offers = useRef<Offers>({})
  const onPicture = useCallback(async () => {
    const { savePicture } = await import('./save-picture.ts')
    if (ref.current !== null) await savePicture({ place: ref.current, title, note })
  }, [title, note])
  const place = useMemo(() => ({ onPicture: () => void onPicture(), offers }), [onPicture])
  return { ref, place }
}

/** Offers something to the place of the answer while the caller is shown. */
export function useOffer(offer: Offers): void {
  const offers = use(AnswerPlaceContext)?.offers
  useEffect(() => {
    if (offers !== undefined) Object.assign(offers.current, offer)
  })
}
