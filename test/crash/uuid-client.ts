import type { CrashClient } from './crash-client.ts'

/** Writes events with uuids. Their uuids are compared with the stored ones when no server runs. */
export interface UuidClient extends Pick<CrashClient, 'name' | 'faults' | 'run'> {
  /** Uuids of events that were answered as stored, with their distinct ids. */
  readonly acknowledged: ReadonlyMap<string, string>
  /**
   * Distinct ids of persons whose deletion was sent. The next field has those whose deletion was answered.
   */
  readonly doomed: ReadonlySet<string>
  readonly deleted: ReadonlySet<string>
}
