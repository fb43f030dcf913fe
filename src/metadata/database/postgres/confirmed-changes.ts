import type { ClientBase } from 'pg'
import { ChangesLostError, MetadataUnavailableError } from '#metadata/database/unavailable-error.ts'

/** The newest change that a server has confirmed to this process. */
export interface ConfirmedChanges {
  /** Notes the version of the metadata after a change that is committed. */
  note(version: number): void
  /**
   * Asks the server of a new connection whether it has all confirmed changes. A server lacks some if it has
   * replaced another one and had not received them, or if it was restored from a backup. What this process
   * remembers, such as the numbers of distinct ids, may then be wrong.
   * @throws ChangesLostError after `lose` has got it
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
      // A standby may only be late.
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

/** Checks nothing, as while the tables are prepared. */
export const NOTHING_CONFIRMED: ConfirmedChanges = {
  note: () => undefined,
  check: () => Promise.resolve(),
}
