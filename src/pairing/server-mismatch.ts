import type { Mismatch } from './compare-stores.ts'
import { behindWords, partsSentence } from './store-mismatch.ts'

/** The names of two stores in a sentence, such as `PostgreSQL at db:5432` and `the folder /srv/events`. */
export interface StoreNames {
  readonly metadata: string
  readonly events: string
}

/**
 * Thrown when two stores do not belong together and at least one of them is on a server. The message says
 * what is wrong and what can be done.
 */
export class ServerMismatchError extends Error {
  constructor(names: StoreNames, mismatches: readonly Mismatch[]) {
    super(
      [
        ...mismatches.map((mismatch) => capitalized(sentenceOf(names, mismatch))),
        'No event and no project was changed.',
        'Set the addresses of two stores that belong together, or restore both from backups of one moment.',
      ].join(' '),
    )
  }
}

const capitalized = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1)

function sentenceOf({ metadata, events }: StoreNames, mismatch: Mismatch): string {
  switch (mismatch.kind) {
    case 'metadata_missing':
      return `${events} has stored events, but ${metadata} has no metadata.`
    case 'foreign':
      return `${metadata} belongs to installation ${mismatch.metadata}, and ${events} to installation ${mismatch.events}.`
    case 'metadata_behind':
      return `${metadata} is older than ${events}: it lacks ${mismatch.behind.map(behindWords).join(', ')}.`
    case 'events_missing':
      return `${metadata} has metadata of stored events, but ${events} has no event store.`
    case 'marks_missing':
      return `${events} lacks the file metadata-marks.jsonl, so it may belong to another installation or time.`
    case 'tables_missing':
      return `${events} has lost tables: ${mismatch.tables.join(', ')}.`
    case 'parts_missing':
      return partsSentence(events, mismatch.parts)
  }
}
