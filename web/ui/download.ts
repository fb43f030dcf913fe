/** Saves content that the page has made as a file. */
export function download(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has begun to read the content by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** Returns a file name for a text. It is in lower case, with hyphens between its words. */
export function fileName(title: string, ending: string): string {
  const words = title
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
  return `${words.replace(/^-|-$/g, '').slice(0, 80) || 'answer'}.${ending}`
}
