import type { ServerAddress } from '#engine/server/server-url.ts'
import { eventsFolder } from '#pairing/events-folder.ts'
import type { StoreNames } from '#pairing/server-mismatch.ts'
import type { Config } from './config.ts'

/** Says where the two stores of an installation are. */
export interface StorePlaces {
  /** The data folder; null if both stores are on servers. */
  readonly folder: string | null
  /** With a `folder`, the metadata is a file in the data folder. With a `url`, it is in PostgreSQL. */
  readonly metadata:
    | { readonly folder: string; readonly url: null }
    | { readonly folder: null; readonly url: string }
  /**
   * With a `folder`, the events are in this folder of the engine, within the data folder. With an `address`,
   * they are on ClickHouse servers.
   */
  readonly events:
    | { readonly folder: string; readonly address: null }
    | { readonly folder: null; readonly address: ServerAddress }
}

type Given = Pick<Config, 'THROUGHLINE_DATA_DIR' | 'DATABASE_URL' | 'CLICKHOUSE_URL'>

/** Returns the names that messages use for the two stores. They have no users and passwords. */
export const namesOf = ({ metadata, events }: StorePlaces): StoreNames => ({
  metadata:
    metadata.url === null
      ? `the metadata in ${metadata.folder}`
      : `PostgreSQL at ${databaseOf(metadata.url)}`,
  events:
    events.address === null
      ? `the folder ${events.folder}`
      : `ClickHouse at ${events.address.origins.join(', ')} (database ${events.address.database})`,
})

/** Returns the host and the database of an address: `db:5432/throughline`. */
const databaseOf = (url: string): string =>
  url.replace(/^[^/]{0,20}\/\/(?:[^/]{0,1000}@)?/, '').replace(/\?.{0,10000}$/, '')

/** Returns where the settings put the two stores. */
export function placesOf(config: Given): StorePlaces {
  const { THROUGHLINE_DATA_DIR: folder, DATABASE_URL: url, CLICKHOUSE_URL: address } = config
  return {
    folder: url !== undefined && address !== undefined ? null : folder,
    metadata: url === undefined ? { folder, url: null } : { folder: null, url },
    events:
      address === undefined ? { folder: eventsFolder(folder), address: null } : { folder: null, address },
  }
}
