import { setTimeout as pause } from 'node:timers/promises'
import { OtherVersionError } from '#metadata/database/migrate-metadata.ts'
import { openMetadataBeside } from '#metadata/database/open-metadata.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import type { Config } from './config.ts'
import { placesOf } from './store-places.ts'

type Warn = (sentence: string) => void

/**
 * Opens the metadata that the settings name, while a server may use it too. Changes no table. `warn` gets a
 * sentence if PostgreSQL does not answer yet.
 * @throws Error with a sentence if the tables are not the tables of this version
 */
export async function openMetadataBesideServer(config: Config, warn: Warn): Promise<Metadata> {
  try {
    return await open(config, warn)
  } catch (error) {
    if (!(error instanceof OtherVersionError)) throw error
    throw new Error(`${error.message} Use the version of the server that runs, or stop it first.`, {
      cause: error,
    })
  }
}

async function open(config: Config, warn: Warn): Promise<Metadata> {
  const { folder, url } = placesOf(config).metadata
  if (url === null) return openMetadataBeside(folder)
  const { openServerMetadataBeside } = await import('#metadata/database/open-server-metadata.ts')
  return openServerMetadataBeside(url, { clock: Date.now, pause, warn })
}
