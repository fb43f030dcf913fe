import { sql } from 'kysely'
import { inject } from 'vitest'
import { createInProcessIdentityCache } from '../../src/coordination/in-process/in-process-identity-cache.ts'
import { createUserStore } from '../../src/metadata/access/user-store.ts'
import { closeMetadata } from '../../src/metadata/database/open-metadata.ts'
import type { Metadata } from '../../src/metadata/database/schema.ts'
import { createIdentityStore, type IdentityStore } from '../../src/metadata/people/identity-store.ts'
import { createProjectStore } from '../../src/metadata/projects/project-store.ts'
import { newMetadataPlace } from '../fixtures/use-metadata.ts'

/** More distinct ids than any history has. */
const MOST_IDS = 100

/** A metadata store of its own, in which every history of persons is a project. */
export interface Population {
  readonly metadata: Metadata
  readonly identity: IdentityStore
  newProject(): Promise<number>
  /** Opens the same store once more, as another process does. The caller closes it. */
  openBeside(): Promise<Metadata>
  close(): Promise<void>
}

export async function openPopulation(): Promise<Population> {
  const place = await newMetadataPlace('migrated')
  const metadata = await place.open()
  // These tests are about results, not about durability: waiting for the disk would take most of the time.
  if (inject('metadataForm') === 'file') await sql`PRAGMA synchronous = OFF`.execute(metadata)
  const ada = { email: 'ada@example.com', firstName: 'Ada', passwordHash: null }
  const { id: userId } = await createUserStore(metadata).create(ada, 0)
  const projects = createProjectStore(metadata)
  let count = 0
  return {
    metadata,
    identity: createIdentityStore(metadata, createInProcessIdentityCache()),
    async newProject() {
      const apiToken = `phc_persons_${++count}`
      const rest = { timezone: 'UTC', weekStartDay: 0, testAccountFilters: [] } as const
      return (await projects.create({ name: 'Persons', apiToken, ...rest }, userId, 0)).id
    },
    openBeside: () => place.open(),
    async close() {
      await closeMetadata(metadata)
      await place.remove()
    },
  }
}

/**
 * Returns the store that has been open all the time, or one that has nothing in memory, like after a restart.
 */
export const storeOf = ({ metadata, identity }: Population, isForgetful: boolean): IdentityStore =>
  isForgetful ? createIdentityStore(metadata, createInProcessIdentityCache(MOST_IDS)) : identity
