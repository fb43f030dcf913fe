/** The text with a capital first letter, as headings and lists begin. */
export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
