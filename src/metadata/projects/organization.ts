import type { Metadata } from '#metadata/database/schema.ts'

/** The organization of the server. There is exactly one, created with the data folder. */
export interface Organization {
  readonly uuid: string
  readonly name: string
  readonly createdAt: string
}

export async function findOrganization(metadata: Metadata): Promise<Organization> {
  const row = await metadata.selectFrom('organization').selectAll().executeTakeFirstOrThrow()
  return { uuid: row.uuid, name: row.name, createdAt: row.created_at }
}
