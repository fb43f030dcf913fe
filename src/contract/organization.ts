import { z } from 'zod'
import type { Organization } from '#metadata/projects/organization.ts'
import { pageOf } from './paging.ts'

export const OrganizationBody = z
  .object({ id: z.uuid(), name: z.string(), created_at: z.string() })
  .meta({ id: 'Organization' })

export const OrganizationPage = pageOf(OrganizationBody, 'PaginatedOrganizationList')

export const toOrganizationBody = (organization: Organization): z.infer<typeof OrganizationBody> => ({
  id: organization.uuid,
  name: organization.name,
  created_at: organization.createdAt,
})
