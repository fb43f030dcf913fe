import type { SeriesNode } from '#web/api/query-node.ts'
import { whereWords } from './describe-filters.ts'
import { bold, plain, type SentencePart } from './sentence-part.ts'
import { seriesName } from './series-name.ts'
import type { Vocabulary } from './vocabulary.ts'

const FIRST_TIMES: Readonly<Record<string, string>> = {
  first_time_for_user: ' for the first time ever',
  first_matching_event_for_user: ' for the first time with these filters',
}

/**
 * Returns the name of a series as it is in the middle of a sentence. In headings it may begin with a
 * capital letter.
 */
export const nameInSentence = (series: SeriesNode, { actions }: Vocabulary): string =>
  series.kind === 'EventsNode' && !series.event && !series.custom_name
    ? 'any event'
    : seriesName(series, actions)

/** Returns the event of a series in words, as a button to its control, followed by its filters. */
export const eventWords = (series: SeriesNode, part: string, vocabulary: Vocabulary): SentencePart[] => [
  bold(nameInSentence(series, vocabulary), part),
  ...whereWords(series.properties, vocabulary),
]

/** Returns the words for a math that counts only the first event of each actor; empty for all other maths. */
export function firstTimeWords({ math = '' }: SeriesNode): SentencePart[] {
  const words = FIRST_TIMES[math]
  return words === undefined ? [] : [plain(words)]
}
