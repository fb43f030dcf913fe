/** Puts text on the clipboard, also where the page is not served over HTTPS and has no clipboard of its own. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr'
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
}
