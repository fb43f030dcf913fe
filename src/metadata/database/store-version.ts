import { dialectOf } from './dialect.ts'
import type { Metadata } from './schema.ts'

/** Returns a text that differs after every change of the metadata, by this process or by another. */
export type StoreVersion = () => Promise<string>

export const createStoreVersion =
  (metadata: Metadata): StoreVersion =>
  () =>
    dialectOf(metadata).storeVersion(metadata)
