import { uuidOfText } from '#shared/uuid-of-text.ts'

/**
 * The uuid of a person. It follows from the distinct id of its root, so that the same messages give the same persons in any order of
 * arrival.
 */
export const uuidOfPerson = (projectId: number, rootDistinctId: string): string =>
  uuidOfText(`person ${projectId} ${rootDistinctId}`)
