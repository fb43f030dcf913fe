import { jsonText } from '../../shared/json-text.ts'
import type { SentEvent } from '../captured-event.ts'
import type { StepResult } from '../pipeline.ts'

/** The hosted system's own limit for one event. */
const MAX_CHARACTERS = 1024 * 1024

/**
 * The event's properties as JSON text. `$set` and `$set_once` count as properties wherever the client put them, and an
 * empty list, which PHP sends for an empty map, as none.
 */
export function eventProperties(sent: SentEvent): StepResult<string> {
  const properties = sent.properties ?? {}
  if (typeof properties !== 'object') return { dropped: 'properties_not_an_object' }
  if (Array.isArray(properties) && properties.length > 0) return { dropped: 'properties_not_an_object' }
  const text = jsonText(
    isMap(sent.$set) || isMap(sent.$set_once) ? withSets(properties, sent) : toMap(properties),
  )
  return text.length > MAX_CHARACTERS ? { dropped: 'event_too_large' } : { kept: text }
}

const toMap = (properties: object) => (Array.isArray(properties) ? {} : properties)

const withSets = (properties: object, sent: SentEvent) => ({
  ...toMap(properties),
  ...(isMap(sent.$set) && { $set: sent.$set }),
  ...(isMap(sent.$set_once) && { $set_once: sent.$set_once }),
})

const isMap = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
