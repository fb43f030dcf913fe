/**
 * Removes the characters at the end of a text for which `isLeftOut` is true. A regular expression for a run
 * at the end takes quadratic time over such runs.
 */
export function withoutEnd(text: string, isLeftOut: (sign: string) => boolean): string {
  let end = text.length
  while (end > 0 && isLeftOut(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
