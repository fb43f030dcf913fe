import type { z } from 'zod'
import type { PersonBody } from '#contract/person.ts'
import type { ListedPerson } from '#listings/persons.ts'

type Shown<CreatedAt> = Omit<ListedPerson, 'number' | 'createdAt'> & { readonly createdAt: CreatedAt }

export const toPersonBody = <CreatedAt extends string | null>(
  listed: Shown<CreatedAt>,
): Omit<z.infer<typeof PersonBody>, 'created_at'> & { created_at: CreatedAt } => ({
  id: listed.uuid,
  uuid: listed.uuid,
  name: listed.name,
  distinct_ids: [...listed.distinctIds],
  properties: listed.properties,
  created_at: listed.createdAt,
  is_identified: listed.isIdentified,
})
