/**
 * Returns the text with its first letter as a capital, for headings and for the beginning of list entries.
 */
export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
