/** Returns the text with a capital first letter, as at the start of headings and list entries. */
export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
