import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Longest path of a socket in bytes. The kernel accepts 107 on Linux and 103 on macOS. */
const MAX_BYTES = 100

/**
 * Returns the path of the socket at which the server of a data folder listens for commands of its operator.
 */
export function socketPath(dataFolder: string): string {
  const path = join(resolve(dataFolder), 'control.sock')
  if (Buffer.byteLength(path) <= MAX_BYTES) return path
  return join(tmpdir(), `throughline-${createHash('sha256').update(path).digest('hex').slice(0, 32)}.sock`)
}
