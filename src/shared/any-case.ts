/**
 * Whether the text has a sigma. Greek writes a sigma at the end of a word as `ς` and elsewhere as `σ`; the
 * capital of both is `Σ`. When case is ignored, all three are one letter.
 */
export const hasSigma = (text: string): boolean => /[Σσς]/.test(text)
export const withOneSigma = (text: string): string => text.replaceAll('ς', 'σ')

/** Converts a text to the form in which texts are compared when case is ignored. */
export const inOneCase = (text: string): string => withOneSigma(text.toLowerCase())
