import { createContext, type RefObject, use, useCallback, useEffect, useMemo, useRef } from 'react'

/** What an answer offers to the element around it, such as the menu of a tile. */
export interface Offers {
  /** Saves the values of the answer as a CSV file, as they are shown. */
  saveCsv?: () => void
  /** The names of the series whose colours can be chosen. */
  names?: readonly string[]
  /**
   * The properties of the breakdown; empty without a breakdown. Colours of values are stored under this
   * key.
   */
  family?: string
  chooseColor?: ((name: string, color: number) => void) | null
}

export interface AnswerPlace {
  /** Saves the answer as a picture. Null if the element around the answer does not support pictures. */
  readonly onPicture: (() => void) | null
  /** The offers of the answer. The answer sets them while it is shown. */
  readonly offers: RefObject<Offers>
}

export const AnswerPlaceContext = createContext<AnswerPlace | null>(null)

/**
 * Creates the {@link AnswerPlace} for an element that contains an answer. `ref` is for this element, and
 * `place` is the value of the context. A picture of the answer has the title and, below it, `note`: the
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

/** Adds `offer` to the offers of the answer that contains the calling component. */
export function useOffer(offer: Offers): void {
  const offers = use(AnswerPlaceContext)?.offers
  useEffect(() => {
    if (offers !== undefined) Object.assign(offers.current, offer)
  })
}
