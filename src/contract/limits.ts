/**
 * The most characters of an event name and of a distinct id. Longer texts are truncated, both in storage
 * and in a search.
 */
export const MAX_NAME_CHARACTERS = 200

/** The most group types in a project. Their indexes begin at 0. */
export const MAX_GROUP_TYPES = 5

/** The limits of questions, which the forms of the web page apply as well. */
export const QUESTION_LIMITS = {
  series: 26,
  /** The most properties in one breakdown. */
  breakdowns: 3,
  /** The most intervals of a retention. With n intervals, an answer has about n * n / 2 values. */
  retentionIntervals: 200,
  /** The most events of one person in one interval that a question can require. */
  occurrences: 1_000_000,
} as const

/** The most characters of texts. The forms of the web page apply these limits as well. */
export const TEXT_LIMITS = {
  /** The name of an insight, a dashboard, an action, a cohort or a series. */
  name: 400,
  projectName: 200,
  keyLabel: 200,
  annotation: 400,
  /** The text of a tile. */
  tile: 4_000,
} as const

export const MIN_PASSWORD_CHARACTERS = 8
