import { z } from 'zod'
import { pageBody } from './paging.ts'

export const OrganizationBody = z
  .object({ id: z.uuid(), name: z.string(), created_at: z.string() })
  .meta({ id: 'Organization' })

export const OrganizationPageBody = pageBody(OrganizationBody, 'PaginatedOrganizationList')
