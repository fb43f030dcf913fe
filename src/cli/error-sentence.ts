import { damagedFileSentence } from '#metadata/database/damaged-file.ts'
import { isDiskFull } from '#metadata/database/disk-full.ts'

/** Returns an error as one line of text, with the name of the setting or field that caused it. */
export function errorSentence(error: unknown): string {
  const { attr } = error as { readonly attr?: string | null }
  const address = addressSentence(error as AddressError)
  if (address !== null) return address
  if (isDiskFull(error)) return 'The disk of the data folder is full: free some space, then try again.'
  const damaged = damagedFileSentence(error)
  if (damaged !== null) return damaged
  const file = fileSentence(error as FileError)
  if (file !== null) return file
  const message = error instanceof Error ? error.message : String(error)
  return attr ? `${attr}: ${message}` : message
}

interface FileError {
  readonly code?: string
  readonly syscall?: string
  readonly path?: string
}

/** Sentences for errors of files, by the error code of the operating system. `%` stands for the path. */
const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'There is no file or folder %.',
  EACCES: 'This user has no permission to use %.',
  EPERM: 'This user has no permission to use %.',
  EISDIR: '% is a folder: name a file.',
  ENOTDIR: '% is not possible: a part of this path is a file.',
  EEXIST: '% exists already.',
  ELOOP: '% is a link that leads to itself.',
  ENAMETOOLONG: '% is too long for a path.',
  EROFS: 'The disk of % is read-only.',
  EMFILE: '% cannot be opened: the process has reached its limit of open files.',
  EIO: 'The disk cannot read or write %: it may be failing.',
}

/** Returns why a file cannot be used; null for an error of another kind. */
function fileSentence({ code, syscall, path }: FileError): string | null {
  if (code === undefined || syscall === undefined) return null
  const fault = FILE_FAULTS[code]
  if (fault === undefined)
    return path === undefined ? null : `${path} cannot be used: ${syscall} failed with ${code}.`
  return fault.replace('%', () => path ?? 'The file')
}

interface AddressError {
  readonly code?: string
  readonly syscall?: string
  readonly address?: string
  readonly hostname?: string
  readonly port?: number
}

/** Returns why the server cannot listen on an address; null for an error of another kind. */
function addressSentence({ code, syscall, address, hostname, port }: AddressError): string | null {
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is in use by another program: set PORT to another port, or to 0 for a free one.`
  if (code === 'EADDRNOTAVAIL')
    return `HOST: ${address} is not an address of this machine. Use 127.0.0.1 for this machine only, or 0.0.0.0 for every address.`
  if (code === 'EACCES' && syscall === 'listen')
    return `PORT: this user may not listen on port ${port}. Set PORT to 1024 or more, and let a proxy take ${port}.`
  if (syscall === 'getaddrinfo')
    return `HOST: ${hostname} is not an address and cannot be resolved (${code}). Use 127.0.0.1 for this machine only, or 0.0.0.0 for every address.`
  return null
}
