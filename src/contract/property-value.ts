import { z } from 'zod'
import { knownParameters } from './known-parameters.ts'
import { MAX_NAME_CHARACTERS } from './limits.ts'
import { valuesPaging } from './paging.ts'
import { clientText, Format } from './text.ts'

const REQUIRED = 'This query parameter is required.'
const Key = z
  .preprocess((key) => key ?? '', clientText(MAX_NAME_CHARACTERS).min(1, REQUIRED))
  .describe('The name of a property.')
// Forms send an empty parameter for a field without a value.
const optional = () =>
  clientText(MAX_NAME_CHARACTERS)
    .transform((text) => (text === '' ? undefined : text))
    .optional()
const Part = optional().describe('Part of a value, ignoring case.')

const SHAPE = { ...Format.shape, ...valuesPaging() }

export const PersonValuesQuery = knownParameters({ ...SHAPE, key: Key, value: Part })
export const SessionValuesQuery = knownParameters({
  ...SHAPE,
  key: Key.describe('A property of sessions, such as $channel_type.'),
  value: Part,
})
export const EventValuesQuery = knownParameters({
  ...SHAPE,
  key: Key,
  event_name: optional().describe('Only values of events of this name.'),
  value: Part,
})

/**
 * The most frequent values of a property, in the form that filters compare, each with the number of events,
 * persons or sessions that have it.
 */
export const PropertyValues = z
  .array(z.object({ name: z.string(), count: z.int() }).meta({ id: 'PropertyValue' }))
  .describe(
    'The most frequent values first. The header `Link` has the address of the next ones, as `rel="next"`.',
  )
