import type { QueryNode, SeriesNode, SeriesQuestion } from '#web/api/query-node.ts'
import { breakdownPhrase, subject } from './describe-subject.ts'
import { joined, sentenceText } from './sentence-part.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Returns a proposed name for a question, which says what the question measures and its breakdown. The name
 * does not mention dates, interval, comparison and filters, so that it stays true if they change.
 */
export function proposedName(question: QueryNode, vocabulary: Vocabulary): string {
  const node = withoutFilters(question)
  const breakdown = breakdownPhrase(node, vocabulary)
  return sentenceText(joined([subject(node, vocabulary), ...(breakdown === null ? [] : [breakdown])]))
}

const bare = <Events extends Pick<SeriesNode, 'properties'>>({ properties: _, ...rest }: Events) => rest

function withoutFilters(question: QueryNode): SeriesQuestion {
  const { series, retentionFilter } = question
  const { targetEntity: target, returningEntity: returning } = retentionFilter ?? {}
  return {
    ...question,
    series: (series ?? []).map(bare),
    retentionFilter: {
      ...retentionFilter,
      ...(target !== undefined && { targetEntity: bare(target) }),
      ...(returning !== undefined && { returningEntity: bare(returning) }),
    },
  }
}
