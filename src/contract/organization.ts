import { z } from 'zod'
import { pageOf } from './paging.ts'

export const OrganizationBody = z
  .object({ id: z.uuid(), name: z.string(), created_at: z.string() })
  .meta({ id: 'Organization' })

export const OrganizationPage = pageOf(OrganizationBody, 'PaginatedOrganizationList')
