/**
 * The most characters of an event name and of a distinct id. Longer texts are truncated, both in storage
 * and in a search.
 */
export const MAX_NAME_CHARACTERS = 200

/** The most group types in a project. Their indexes begin at 0. */
export const MAX_GROUP_TYPES = 5

export const MIN_PASSWORD_CHARACTERS = 8
