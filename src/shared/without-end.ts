/**
 * Removes the characters at the end of a text for which `isLeftOut` is true. A regular expression is not
 * used, because for long runs of such characters it takes time with the square of their length.
 */
export function withoutEnd(text: string, isLeftOut: (sign: string) => boolean): string {
  let end = text.length
  while (end > 0 && isLeftOut(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
