import { readFileSync } from 'node:fs'

/**
 * Returns the memory of this process in bytes that the kernel cannot take back. On Linux the pages of
 * mapped files are left out: the library of the event engine alone has 200 MiB of them. On other systems
 * all resident memory counts.
 */
export function ownMemory(): number {
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : ''
  const kB = ['RssAnon', 'RssShmem'].map((field) =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]),
  )
  const bytes = 1024 * kB.reduce((sum, one) => sum + one, 0)
  return Number.isNaN(bytes) ? process.memoryUsage.rss() : bytes
}
