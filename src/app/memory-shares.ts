import { totalmem } from 'node:os'

const MiB = 1024 * 1024

/**
 * Returns the memory that this process may use in bytes: the limit of its container (cgroup), or else the
 * memory of the machine.
 */
export const availableMemory = (): number =>
  // If the container has no limit, `constrainedMemory` returns a number above the machine's memory.
  Math.min(process.constrainedMemory() || totalmem(), totalmem())

/** Default values of the memory settings, in MiB. */
export interface MemoryShares {
  readonly bodies: number
  readonly engine: number
  readonly query: number
}

/**
 * Returns the defaults for a machine or container with this many bytes of memory. The engine takes up to 1.9
 * times its share. Node, with what it keeps in memory, takes about 350 MiB more. At most four queries run at
 * once. On machines with up to 6 GiB, four queries leave a fifth of the engine's memory for capture and
 * merges. The smallest shares are meant for 1 GiB of memory.
 */
export function memorySharesOf(bytes: number): MemoryShares {
  const part = (share: number, least: number, most: number) =>
    Math.min(most, Math.max(least, Math.floor((bytes * share) / MiB)))
  return { bodies: part(1 / 16, 64, 512), engine: part(5 / 16, 256, 2048), query: part(1 / 16, 64, 1024) }
}
