import type { z } from 'zod'
import { alsoUnknown, quoted } from '#contract/nearest-name.ts'
import { attrOf } from './field-paths.ts'
import { invalid, type RequestError } from './request-error.ts'

type Issue = z.core.$ZodIssue

/**
 * Returns the error code for an issue of zod. The codes are those that clients of the documented interface
 * know.
 */
function codeOf(issue: Issue): string {
  const isOfType = issue.code === 'invalid_type' || issue.code === 'invalid_value'
  if (isOfType && issue.input === undefined) return 'required'
  if (issue.code === 'too_big') return issue.origin === 'string' ? 'max_length' : 'max_value'
  if (issue.code === 'too_small') return issue.origin === 'string' ? 'min_length' : 'min_value'
  if (issue.code === 'invalid_value') return 'invalid_choice'
  if (issue.code === 'custom' && typeof issue.params?.code === 'string') return issue.params.code
  return 'invalid_input'
}

/**
 * Converts an issue of zod to the error of an answer. `attr` of the error is the path of the issue, joined
 * with two underscores.
 */
export function requestErrorOf(issue: Issue, path: readonly PropertyKey[] = issue.path): RequestError {
  if (issue.code === 'unrecognized_keys') return unknownField(issue.keys, path)
  const attr = path.length === 0 ? null : attrOf(path)
  const code = codeOf(issue)
  return invalid(code, code === 'required' ? 'This field is required.' : messageOf(issue), attr)
}

const messageOf = ({ message }: Issue): string =>
  message.replace(/^(Invalid input: expected) (?:object|record)\b/, '$1 an object')

const unknownField = (
  [name = '', ...others]: readonly string[],
  path: readonly PropertyKey[],
): RequestError =>
  invalid(
    'unknown_field',
    `There is no field ${quoted(name)} here.${alsoUnknown(others)}`,
    attrOf([...path, name]),
  )

/**
 * Returns a short message for unknown fields. Zod would name all of them in a message, once for each member
 * of a union, and a body may have 80,000 unknown fields.
 */
const shortMessages = ({ code }: { readonly code?: string | undefined }): string | undefined =>
  code === 'unrecognized_keys' ? 'There are unknown fields.' : undefined

/**
 * Checks a value from outside. `attr` is the path of the field that contained the value.
 * @throws RequestError `invalid` for the first issue.
 */
export function parseValue<T extends z.ZodType>(
  schema: T,
  value: unknown,
  attr: readonly PropertyKey[] = [],
): z.output<T> {
  const parsed = schema.safeParse(value, { reportInput: true, error: shortMessages })
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  if (issue === undefined) throw invalid('invalid_input', 'Invalid value.', attrOf(attr) || null)
  throw requestErrorOf(issue, [...attr, ...issue.path])
}
