import type { ServerAddress } from '#engine/server/server-url.ts'
import { eventsFolder } from '#pairing/events-folder.ts'
import type { StoreNames } from '#pairing/server-mismatch.ts'
import type { Config } from './config.ts'

/** Where the two stores of an installation are. */
export interface StorePlaces {
  /** The data folder; null if both stores are on servers. */
  readonly folder: string | null
  /** `folder` is the data folder, if the metadata is a file in it. `url` is the address of PostgreSQL. */
  readonly metadata:
    | { readonly folder: string; readonly url: null }
    | { readonly folder: null; readonly url: string }
  /** `folder` is the folder of the engine, within the data folder. `address` names ClickHouse servers. */
  readonly events:
    | { readonly folder: string; readonly address: null }
    | { readonly folder: null; readonly address: ServerAddress }
}

type Given = Pick<Config, 'THROUGHLINE_DATA_DIR' | 'DATABASE_URL' | 'CLICKHOUSE_URL'>

/** Returns the names of both stores for sentences, without users and passwords. */
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
  url.replace(/^[^/]{0,20}\/\/(?:[^@/]{0,1000}@)?/, '').replace(/\?.{0,10000}$/, '')

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
