import type { z } from 'zod'
import type { OrganizationBody } from '#contract/organization.ts'
import type { Organization } from '#metadata/projects/organization.ts'

export const toOrganizationBody = (organization: Organization): z.infer<typeof OrganizationBody> => ({
  id: organization.uuid,
  name: organization.name,
  created_at: organization.createdAt,
})
