import type { z } from 'zod'
import {
  MEMBERSHIP_LEVELS,
  type OrganizationBasicBody,
  type OrganizationBody,
} from '#contract/organization.ts'
import { allows, type Caller } from '#http/server/authenticate.ts'
import type { Organization } from '#metadata/projects/organization.ts'
import type { MembersProject } from '#metadata/projects/project-store.ts'

const toOrganizationBasicBody = (organization: Organization): z.infer<typeof OrganizationBasicBody> => ({
  id: organization.uuid,
  name: organization.name,
  slug: slugOf(organization.name),
  created_at: organization.createdAt,
})

/**
 * Returns the body of the organization as a caller sees it. `projects` are all projects of the caller.
 * `shown` are the projects that the body lists, from {@link shownTo}.
 */
export const toOrganizationBody = (
  organization: Organization,
  projects: readonly MembersProject[],
  shown = projects,
): z.infer<typeof OrganizationBody> => ({
  ...toOrganizationBasicBody(organization),
  membership_level: levelOf(projects.some(({ role }) => role === 'admin')),
  teams: shown.map(({ id, uuid, name, apiToken, timezone }) => ({
    id,
    uuid,
    organization: organization.uuid,
    name,
    api_token: apiToken,
    timezone,
    is_demo: false,
  })),
  projects: shown.map(({ id, name }) => ({ id, organization_id: organization.uuid, name })),
})

/**
 * Returns the projects that the body of the organization may list: all, or none if the caller has no scope
 * to read projects.
 */
export const shownTo = ({ scopes }: Pick<Caller, 'scopes'>, projects: readonly MembersProject[]) =>
  allows(scopes, 'project:read') ? projects : []

export const levelOf = (isAdmin: boolean) => (isAdmin ? MEMBERSHIP_LEVELS.admin : MEMBERSHIP_LEVELS.member)

/**
 * Makes the slug of a name: Latin letters and digits, with hyphens between words. "Größe & Co." becomes
 * grosse-co.
 */
const slugOf = (name: string): string =>
  name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
