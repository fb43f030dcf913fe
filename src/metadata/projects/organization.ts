import type { Metadata } from '#metadata/database/schema.ts'

/** Whose server this is. There is one, for as long as the data folder lives. */
export interface Organization {
  readonly uuid: string
  readonly name: string
  readonly createdAt: string
}

export async function findOrganization(metadata: Metadata): Promise<Organization> {
  const row = await metadata.selectFrom('organization').selectAll().executeTakeFirstOrThrow()
  return { uuid: row.uuid, name: row.name, createdAt: row.created_at }
}
