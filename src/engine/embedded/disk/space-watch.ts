import { EngineError } from '#engine/engine-error.ts'
import type { Log } from '#shared/log.ts'
import { freeBytes, type SpaceLevel, spaceLevel } from './free-space.ts'

export interface SpaceState {
  readonly freeBytes: number
  readonly reservedBytes: number
  readonly level: SpaceLevel
}

export interface SpaceWatch {
  /**
   * Measures the free space. Stops or starts merges if the level has changed, or if the tables were
   * attached anew.
   */
  refresh(tables?: { readonly isNew: boolean }): Promise<void>
  /** Measures the free space. @throws EngineError `disk_full` if nothing more may be stored. */
  require(): void
  state(): SpaceState
}

const MiB = 1024 * 1024
const SENTENCES: Readonly<Record<SpaceLevel, string>> = {
  ample: 'The disk has space again: events are stored, and merges run.',
  low: 'The disk has little space left: merges of stored events are stopped.',
  full: 'The disk is full: events and deletions are refused until there is space.',
}

const fullSentence = (free: number, reserved: number) =>
  `The disk of the event store has ${Math.floor(free / MiB)} MiB left, and ${Math.floor(reserved / MiB)} MiB of it are kept in reserve.`

export function createSpaceWatch(options: {
  readonly engineFolder: string
  readonly reservedBytes: number
  readonly command: (text: string) => Promise<void>
  readonly log: Log
}): SpaceWatch {
  const { engineFolder, reservedBytes, command, log } = options
  let free = 0
  let level: SpaceLevel = 'ample'
  let areMergesStopped = false
  const measure = () => {
    free = freeBytes(engineFolder)
    const next = spaceLevel(free, reservedBytes, level)
    if (next !== level)
      log.warn(
        { freeMiB: Math.floor(free / MiB), reservedMiB: Math.floor(reservedBytes / MiB) },
        SENTENCES[next],
      )
    level = next
  }
  return {
    async refresh({ isNew } = { isNew: false }) {
      measure()
      const shouldStop = level !== 'ample'
      // The engine merges tables that were attached anew, even if merges were stopped before. So they must be
      // stopped again.
      if (shouldStop === areMergesStopped && !(isNew && shouldStop)) return
      await command(`SYSTEM ${shouldStop ? 'STOP' : 'START'} MERGES`)
      areMergesStopped = shouldStop
    },
    require() {
      measure()
      if (level === 'full') throw new EngineError('disk_full', fullSentence(free, reservedBytes))
    },
    state: () => ({ freeBytes: free, reservedBytes, level }),
  }
}
