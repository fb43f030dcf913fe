import { z } from 'zod'
import { alsoUnknown, quoted, suggestion } from './nearest-name.ts'

// Clients send these parameters with every GET. Both can be ignored: keys are read from the header only,
// and a list is always up to date.
const HARMLESS = ['personal_api_key', 'refresh']

/**
 * Returns the schema of a query string that refuses any further parameter. An unknown parameter may be a
 * condition, and a list that ignored it would be wrong.
 */
export const knownParameters = <Shape extends z.ZodRawShape>(shape: Shape) =>
  knownNames(shape, HARMLESS, 'This call has no parameter')

/**
 * Returns the schema of an object that refuses any further field. Fields of `ignored` are accepted, because
 * clients send them, and change nothing.
 */
export const knownFields = <Shape extends z.ZodRawShape>(shape: Shape, ignored: readonly string[]) =>
  knownNames(shape, ignored, 'There is no field')

const knownNames = <Shape extends z.ZodRawShape>(
  shape: Shape,
  ignored: readonly string[],
  beginning: string,
) =>
  z.looseObject(shape).superRefine((object, context) => {
    const isUnknown = (name: string) => !Object.hasOwn(shape, name) && !ignored.includes(name)
    const [first, ...others] = Object.keys(object).filter(isUnknown)
    if (first === undefined) return
    // All unknown names make one issue, with one search for the nearest name, because a body may have
    // 80,000 of them.
    context.addIssue({
      code: 'custom',
      path: [first],
      message: `${beginning} ${quoted(first)}. ${suggestion(first, Object.keys(shape))}${alsoUnknown(others)}`,
    })
  })

const YES = ['true', '1', 'yes', 'y', 't', 'on']
const NO = ['false', '0', 'no', 'n', 'f', 'off']

/** A boolean in the words that clients use, in upper or lower case; undefined for an empty text. */
export const Flag = z
  .string()
  .toLowerCase()
  .pipe(z.enum([...YES, ...NO, ''], 'Must be true or false.'))
  .transform((value) => (value === '' ? undefined : YES.includes(value)))
  .optional()
