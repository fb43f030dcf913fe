/**
 * The codes of the errors of a question that took too much time or memory, or whose result is too large. The
 * same question over a shorter range may have an answer.
 */
export const TOO_MUCH_CODES = {
  timeout: 'query_timeout',
  memory: 'query_memory_exceeded',
  size: 'query_too_large',
} as const
