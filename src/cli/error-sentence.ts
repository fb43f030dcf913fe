/** What went wrong as one line for people, with the name of the setting or field where one is to blame. */
export function errorSentence(error: unknown): string {
  const { attr, code, address, port } = error as Partial<Record<'attr' | 'code' | 'address' | 'port', string>>
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is taken by another program: set PORT to another one, or to 0 for any that is free.`
  const message = error instanceof Error ? error.message : String(error)
  return attr ? `${attr}: ${message}` : message
}
