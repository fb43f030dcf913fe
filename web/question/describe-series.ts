import { whereWords } from './describe-filters.ts'
import type { SeriesNode } from './node.ts'
import { bold, type SentencePart } from './sentence-part.ts'
import { seriesName } from './series-name.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Returns how a sentence names a series. In headings its name may begin with a capital letter. */
export const nameInSentence = (series: SeriesNode, { actions }: Vocabulary): string =>
  series.kind === 'EventsNode' && !series.event && !series.custom_name
    ? 'any event'
    : seriesName(series, actions)

/** Returns the event of a series, as the button to its control, and its filters. */
export const eventWords = (series: SeriesNode, part: string, vocabulary: Vocabulary): SentencePart[] => [
  bold(nameInSentence(series, vocabulary), part),
  ...whereWords(series.properties, vocabulary),
]
