import type { QueryNode } from '#web/api/ask.ts'
import { breakdownPhrase, subject } from './describe-subject.ts'
import type { SeriesNode, SeriesQuestion } from './node.ts'
import { joined, sentenceText } from './sentence-part.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Returns a name for a question: what it measures, and its breakdown. The name leaves out dates, interval,
 * comparison and filters, so it stays true if these change.
 */
export function proposedName(question: QueryNode, vocabulary: Vocabulary): string {
  const node = withoutFilters(question)
  const breakdown = breakdownPhrase(node, vocabulary)
  return sentenceText(joined([subject(node, vocabulary), ...(breakdown === null ? [] : [breakdown])]))
}

const bare = <Events extends Pick<SeriesNode, 'properties'>>({ properties: _, ...rest }: Events) => rest

function withoutFilters(question: QueryNode): SeriesQuestion {
  const { series, retentionFilter } = question as Partial<SeriesQuestion>
  const retention = retentionFilter as Readonly<Record<string, SeriesNode>> | undefined
  const entities = ['targetEntity', 'returningEntity'].flatMap((name) => {
    const entity = retention?.[name]
    return entity === undefined ? [] : [[name, bare(entity)] as const]
  })
  return {
    ...question,
    ...(series !== undefined && { series: series.map(bare) }),
    ...(retention !== undefined && { retentionFilter: { ...retention, ...Object.fromEntries(entities) } }),
  } as SeriesQuestion
}
