import { eventsFolder } from '#pairing/inspect-stores.ts'
import type { Config } from './config.ts'

/** Where the two stores of an installation are. */
export interface StorePlaces {
  /** The data folder; null if both stores are on servers. */
  readonly folder: string | null
  /** `folder` is the data folder, if the metadata is a file in it. `url` is the address of PostgreSQL. */
  readonly metadata:
    | { readonly folder: string; readonly url: null }
    | { readonly folder: null; readonly url: string }
  /** `folder` is the folder of the engine, within the data folder. `url` is the address of ClickHouse. */
  readonly events:
    | { readonly folder: string; readonly url: null }
    | { readonly folder: null; readonly url: string }
}

type Given = Pick<Config, 'THROUGHLINE_DATA_DIR' | 'DATABASE_URL' | 'CLICKHOUSE_URL'>

/** Returns where the settings put the two stores. */
export function placesOf(config: Given): StorePlaces {
  const { THROUGHLINE_DATA_DIR: folder, DATABASE_URL: metadata, CLICKHOUSE_URL: events } = config
  return {
    folder: metadata !== undefined && events !== undefined ? null : folder,
    metadata: metadata === undefined ? { folder, url: null } : { folder: null, url: metadata },
    events:
      events === undefined ? { folder: eventsFolder(folder), url: null } : { folder: null, url: events },
  }
}
