import { uuidOfText } from '#shared/uuid-of-text.ts'

/**
 * Returns the uuid of a person. It is derived from the distinct id of the person's root, so that the same
 * events give the same persons in any order of arrival.
 */
export const uuidOfPerson = (projectId: number, rootDistinctId: string): string =>
  uuidOfText(`person ${projectId} ${rootDistinctId}`)
