import { quoted, suggestion } from '#contract/nearest-name.ts'
import { attrOf, type Path } from '#shared/field-paths.ts'
import { invalid, notSupported } from '#shared/request-error.ts'
import type { MetadataSubject } from '#values/property-subject.ts'

/** The facts about each event and each person that are not properties. */
const METADATA_KEYS = {
  event_metadata: [
    ...['event', 'distinct_id', 'uuid', 'timestamp', '$session_id'],
    ...['$group_0', '$group_1', '$group_2', '$group_3', '$group_4'],
  ],
  person_metadata: ['created_at', 'is_identified'],
} as const satisfies Readonly<Record<MetadataSubject, readonly string[]>>

export const isMetadata = (on: unknown): on is MetadataSubject =>
  typeof on === 'string' && Object.hasOwn(METADATA_KEYS, on)

/** @throws RequestError if the subject does not have this key */
export function requireMetadataKey(on: MetadataSubject, key: string, path: Path): void {
  const keys: readonly string[] = METADATA_KEYS[on]
  if (keys.includes(key)) return
  if (key === 'person_id' || key === 'id')
    throw notSupported(
      'A filter by the id of a person (use distinct_id, or personId of an EventsQuery)',
      attrOf(path),
    )
  throw invalid(
    'invalid_choice',
    `${quoted(key)} is not a key of a filter of type ${on}. ${suggestion(key, keys)}`,
    attrOf(path),
  )
}
