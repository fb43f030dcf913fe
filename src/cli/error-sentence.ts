import { isDiskFull } from '#metadata/database/disk-full.ts'

/** An error as one line of text, with the name of the setting or field that caused it. */
export function errorSentence(error: unknown): string {
  const { attr } = error as { readonly attr?: string | null }
  const address = addressSentence(error as AddressError)
  if (address !== null) return address
  if (isDiskFull(error)) return 'The disk of the data folder is full: free some space, then try again.'
  const message = error instanceof Error ? error.message : String(error)
  return attr ? `${attr}: ${message}` : message
}

interface AddressError {
  readonly code?: string
  readonly syscall?: string
  readonly address?: string
  readonly hostname?: string
  readonly port?: number
}

/** Why an address cannot be listened on; null for another error. */
function addressSentence({ code, syscall, address, hostname, port }: AddressError): string | null {
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is in use by another program: set PORT to another port, or to 0 for a free one.`
  if (code === 'EADDRNOTAVAIL')
    return `HOST: ${address} is no address of this machine. Use 127.0.0.1 for this machine alone, or 0.0.0.0 for every address.`
  if (code === 'EACCES' && syscall === 'listen')
    return `PORT: this user may not listen on port ${port}. Set PORT to 1024 or more, and let a proxy take ${port}.`
  if (syscall === 'getaddrinfo')
    return `HOST: ${hostname} is no address and cannot be resolved (${code}). Use 127.0.0.1 for this machine alone, or 0.0.0.0 for every address.`
  return null
}
