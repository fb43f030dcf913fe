import type { ClientBase } from 'pg'
import { ChangesLostError, MetadataUnavailableError } from '#metadata/database/unavailable-error.ts'

/** The newest change that a server has confirmed to this process. */
export interface ConfirmedChanges {
  /** Notes the version of the metadata after a change that is committed. */
  note(version: number): void
  /**
   * Asks the server of a new connection whether it has all confirmed changes. A server lacks changes if it
   * has replaced another server without having received them, or if it was restored from a backup. What this
   * process remembers, such as the numbers of distinct ids, may then be wrong.
   * @throws ChangesLostError if changes are lost, after `lose` was called with the error
   * @throws MetadataUnavailableError if the server is a standby
   */
  check(client: ClientBase): Promise<void>
}

interface Facts {
  readonly version: number
  readonly is_standby: boolean
}

export function createConfirmedChanges(lose: (error: ChangesLostError) => void): ConfirmedChanges {
  let newest = 0
  return {
    note(version) {
      newest = Math.max(newest, version)
    },
    async check(client) {
      const confirmed = newest
      const { rows } = await client.query<Facts>(
        'SELECT value AS version, pg_is_in_recovery() AS is_standby FROM metadata_version',
      )
      const { version = 0, is_standby: isStandby = false } = rows[0] ?? {}
      // If a standby lacks changes, they may not be lost: it may only be late.
      if (isStandby) throw new MetadataUnavailableError('The server is a standby, which only reads.', null)
      if (version < confirmed) {
        const error = new ChangesLostError(confirmed - version)
        lose(error)
        throw error
      }
      newest = Math.max(newest, version)
    },
  }
}

/**
 * Notes and checks nothing, for connections that do not outlive one piece of work, such as preparing the
 * tables.
 */
export const NOTHING_CONFIRMED: ConfirmedChanges = {
  note: () => undefined,
  check: () => Promise.resolve(),
}
