import { z } from 'zod'

export const ProjectPath = z.object({
  project_id: z
    .string()
    .describe('The id of a project, or `@current` for the first one that the key can access.'),
})
export const InsightPath = ProjectPath.extend({
  id: z.string().describe('The id of an insight, or its short id.'),
})
export const DashboardPath = ProjectPath.extend({ id: z.string().describe('The id of a dashboard.') })
export const CohortPath = ProjectPath.extend({ id: z.string().describe('The id of a cohort.') })
export const ActionPath = ProjectPath.extend({ id: z.string().describe('The id of an action.') })
export const AnnotationPath = ProjectPath.extend({ id: z.string().describe('The id of an annotation.') })
export const PersonPath = ProjectPath.extend({ id: z.string().describe('The uuid of a person.') })
export const EventPath = ProjectPath.extend({ id: z.string().describe('The uuid of an event.') })
export const DeletionPath = ProjectPath.extend({ id: z.string().describe('The id of a deletion.') })
export const QueryPath = ProjectPath.extend({
  query_id: z.string().describe('The `id` of a `query_status`.'),
})
export const MemberPath = ProjectPath.extend({
  user_id: z.string().describe('The id of a user.'),
})
export const InvitationPath = ProjectPath.extend({ id: z.string().describe('The id of an invitation.') })
export const KeyPath = z.object({
  id: z.string().describe('The id of a key, or `@current` for the key of the request.'),
})
export const UserPath = z.object({
  uuid: z.string().describe("`@me`, or the caller's own uuid."),
})
export const UserSessionPath = UserPath.extend({ id: z.string().max(64).describe('The id of a session.') })
export const OrganizationPath = z.object({
  organization_id: z.string().describe('The uuid of the organization, or `@current`.'),
})
export const OrganizationProjectPath = OrganizationPath.extend(ProjectPath.shape)
export const SharedPath = z.object({
  token: z.string().describe('The token of a shared insight or dashboard.'),
})
