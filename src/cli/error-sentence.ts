import { isDiskFull } from '#metadata/database/disk-full.ts'

/** An error as one line of text, with the name of the setting or field that caused it. */
export function errorSentence(error: unknown): string {
  const { attr, code, address, port } = error as Partial<Record<'attr' | 'code' | 'address' | 'port', string>>
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is in use by another program: set PORT to another port, or to 0 for a free one.`
  if (isDiskFull(error)) return 'The disk of the data folder is full: free some space, then try again.'
  const message = error instanceof Error ? error.message : String(error)
  return attr ? `${attr}: ${message}` : message
}
