/**
 * Returns text that is safe to write to a terminal. Control characters, which a terminal obeys, and
 * characters that change the direction of text are replaced by their codes. A line break is a control
 * character too, so text of several lines must be passed line by line.
 */
export const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )

const printableLines = (text: string) => text.split('\n').map(printable).join('\n')

/**
 * Prints text on standard output, in the form of {@link printable}. Names in the text come from files,
 * archives and servers and may have any characters.
 */
export const print = (text: string): void => console.log(printableLines(text))

/** Prints text on standard error, in the form of {@link printable}. */
export const printError = (text: string): void => console.error(printableLines(text))
