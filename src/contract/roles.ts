/** The roles of a user in a project, the weakest first. */
export const ROLES = ['viewer', 'member', 'admin'] as const
export type Role = (typeof ROLES)[number]
