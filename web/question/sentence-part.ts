/** A part of a sentence. If it has `to`, it is a button to the control with this `data-part`. */
export interface SentencePart {
  readonly text: string
  readonly to?: string
}

export const plain = (text: string): SentencePart => ({ text })

/** Returns a part that is bold and is the button to a control. */
export const bold = (text: string, to: string): SentencePart => ({ text, to })

/** Joins parts to a list, as a sentence has it: `a`, `a and b`, `a, b and c`. */
export function listed(parts: readonly (readonly SentencePart[])[], last = ' and '): SentencePart[] {
  return parts.flatMap((part, at) => [
    ...(at === 0 ? [] : [plain(at === parts.length - 1 ? last : ', ')]),
    ...part,
  ])
}

/** Joins phrases with commas between them. */
export const joined = (phrases: readonly (readonly SentencePart[])[]): SentencePart[] =>
  phrases.flatMap((phrase, at) => (at === 0 ? [...phrase] : [plain(', '), ...phrase]))

export const lowered = ([first, ...rest]: readonly SentencePart[]): SentencePart[] =>
  first === undefined
    ? []
    : [{ ...first, text: first.text.slice(0, 1).toLowerCase() + first.text.slice(1) }, ...rest]

/** Returns the plain text of a sentence, for the names of charts and for screen readers. */
export const sentenceText = (parts: readonly SentencePart[]): string => parts.map(({ text }) => text).join('')
