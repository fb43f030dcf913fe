/**
 * Greek writes a sigma at the end of a word as `ς` and elsewhere as `σ`, and both as `Σ` in capitals. Where
 * the case of letters is ignored all three are one letter.
 */
export const hasSigma = (text: string): boolean => /[Σσς]/.test(text)
export const withOneSigma = (text: string): string => text.replaceAll('ς', 'σ')

/** A text in the form in which texts are compared in any case. */
export const inOneCase = (text: string): string => withOneSigma(text.toLowerCase())
