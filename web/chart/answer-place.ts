import { createContext, type RefObject, use, useCallback, useEffect, useMemo, useRef } from 'react'

/** The actions on an answer that the element around it offers, such as the menu of a tile. */
export interface Offers {
  /** Saves the values as shown. */
  saveCsv?: () => void
  /** The names of the series whose colours can be chosen. */
  names?: readonly string[]
  /** The properties of the breakdown, which key the colours of its values; empty without a breakdown. */
  family?: string
  chooseColor?: ((name: string, color: number) => void) | null
}

export interface AnswerPlace {
  /** Saves the answer as a picture; null if no element around the answer registered for it. */
  readonly onPicture: (() => void) | null
  /** Set by the answer while it is shown. */
  readonly offers: RefObject<Offers>
}

export const AnswerPlaceContext = createContext<AnswerPlace | null>(null)

/**
 * Creates the place of an answer: `ref` is for the element around it, `place` is for the context. A picture
 * of the answer shows the title and, below it, `note`: the sentence of the question and its dates.
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

/** Registers an offer with the place of the answer while the calling component is shown. */
export function useOffer(offer: Offers): void {
  const offers = use(AnswerPlaceContext)?.offers
  useEffect(() => {
    if (offers !== undefined) Object.assign(offers.current, offer)
  })
}
