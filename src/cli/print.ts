/**
 * Text as a terminal may get it. Control characters, which a terminal obeys, and those that change the
 * direction of text are written as their codes. A line break is one of them: what has lines is printed line
 * by line.
 */
export const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )

const printableLines = (text: string) => text.split('\n').map(printable).join('\n')

/**
 * Prints text on standard output. Names in it may have any characters: they come from files, archives and
 * servers.
 */
export const print = (text: string): void => console.log(printableLines(text))

/** Prints text on standard error, in this form too. */
export const printError = (text: string): void => console.error(printableLines(text))
