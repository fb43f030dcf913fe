import type { z } from 'zod'
import type { PersonBody } from '#contract/person.ts'
import type { ListedPerson } from '#listings/persons.ts'

export const toPersonBody = (listed: ListedPerson): z.infer<typeof PersonBody> => ({
  id: listed.uuid,
  uuid: listed.uuid,
  name: listed.name,
  distinct_ids: [...listed.distinctIds],
  properties: listed.properties,
  created_at: listed.createdAt,
  is_identified: listed.isIdentified,
})
