/** Saves a file that the page created. */
export function download(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has started reading it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** Returns a file name for any text: in lower case, with words joined by dashes. */
export function fileName(title: string, ending: string): string {
  const words = title
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
  return `${words.replace(/^-|-$/g, '').slice(0, 80) || 'answer'}.${ending}`
}
