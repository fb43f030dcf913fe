/** What went wrong as one line for people, with the name of the setting or field where one is to blame. */
export function errorSentence(error: unknown): string {
  const attr = (error as { attr?: string | null }).attr
  const message = error instanceof Error ? error.message : String(error)
  return attr ? `${attr}: ${message}` : message
}
