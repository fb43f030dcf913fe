/** Characters of an event name and of a distinct id. Longer ones are cut, when they are stored and when they are looked for. */
export const MAX_NAME_CHARACTERS = 200

/** Types of groups in a project; their indexes begin at 0. */
export const MAX_GROUP_TYPES = 5

export const MIN_PASSWORD_CHARACTERS = 8
