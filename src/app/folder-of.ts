import type { Config } from './config.ts'
import { namesOf, placesOf } from './store-places.ts'

/**
 * Returns the data folder, for a command that works on the files of both stores.
 * @throws Error with a sentence if a store is on a server
 */
export function folderOf(config: Config, command: string): string {
  const places = placesOf(config)
  const { metadata, events } = namesOf(places)
  if (places.metadata.folder !== null && places.events.folder !== null) return config.THROUGHLINE_DATA_DIR
  const onServers = [
    ...(places.metadata.folder === null ? [metadata] : []),
    ...(places.events.folder === null ? [events] : []),
  ]
  throw new Error(
    `${command} works on a data folder that has both stores, and this installation uses ${onServers.join(' and ')}. docs/cluster.md says what to do instead.`,
  )
}
