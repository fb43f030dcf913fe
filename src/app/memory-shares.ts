import { totalmem } from 'node:os'

const MiB = 1024 * 1024

/** Memory of this process in bytes: that of its container (cgroup), or else of the machine. */
export const availableMemory = (): number =>
  // Without a limit of its container a process is told a number above the machine's memory.
  Math.min(process.constrainedMemory() || totalmem(), totalmem())

/** Parts of the memory, in MiB, that settings have where they are not given. */
export interface MemoryShares {
  readonly bodies: number
  readonly engine: number
  readonly query: number
}

/**
 * The parts of so many bytes. The engine's process takes up to 1.9 times its part, and Node with what it keeps some 350 MiB. Up to 6 GiB, four
 * queries at once, the most that run, leave a fifth of the engine's memory for capture and merges. The least are for 1 GiB.
 */
export function memorySharesOf(bytes: number): MemoryShares {
  const part = (share: number, least: number, most: number) =>
    Math.min(most, Math.max(least, Math.floor((bytes * share) / MiB)))
  return { bodies: part(1 / 16, 64, 512), engine: part(5 / 16, 256, 2048), query: part(1 / 16, 64, 1024) }
}
