import { useEffect } from 'react'
import type { SharedRange } from '#contract/shared-range.ts'
import { useZone } from '#web/api/project.ts'
import type { Results } from '#web/api/results.ts'
import { type AnswerPlace, AnswerPlaceContext, useAnswerPlace } from '#web/chart/answer-place.ts'
import { pictureNote } from '#web/chart/picture-note.ts'
import { useKindView } from '#web/kinds/use-kind-view.ts'
import { describe } from '#web/question/describe.ts'
import { sentenceText } from '#web/question/sentence-part.ts'
import type { Vocabulary } from '#web/question/vocabulary.ts'
import { Age } from '#web/ui/age.tsx'
import { StateBox } from '#web/ui/state-box.tsx'
import { columnsOf, type Link, nodeOf, type SharedInsight } from './link-data.ts'

interface SharedAnswerProps {
  readonly insight: SharedInsight
  readonly link: Link
  readonly range: SharedRange | null
  readonly isTile: boolean
  onPlace?(place: AnswerPlace): void
}

/** Visitors do not know the names of actions, cohorts and groups, because only the project has them. */
const NO_NAMES: Vocabulary = { actions: [], cohorts: [], groupTypes: [] }

/**
 * The answer of a shared insight. It is drawn as in the project, but no number can be opened. `onPlace` is
 * called with the `AnswerPlace` of the answer, which the menu of a tile needs.
 */
export function SharedAnswer({ insight, link, range, isTile, onPlace }: SharedAnswerProps) {
  const zone = useZone()
  const node = nodeOf(insight, link, range)
  const View = useKindView(node?.kind)
  const { results, last_refresh } = insight
  const sentence = node === null ? '' : sentenceText(describe(node, NO_NAMES, Date.now()))
  const name = insight.name || insight.derived_name || 'Untitled'
  const { ref, place } = useAnswerPlace(name, pictureNote(sentence, last_refresh, zone))
  useEffect(() => onPlace?.(place), [onPlace, place])
  if (results === null)
    return (
      <StateBox
        title="No data yet"
        text="The insight could not be computed. Open the link again in five minutes."
      />
    )
  if (node === null || View === null)
    return <StateBox title="No chart here" text="The JSON of this link has the data of this insight." />
  if (View === undefined) return <div className="skeleton shared__waiting" />
  const status = last_refresh !== null && (
    <p className="status">
      <span>
        as of <Age at={last_refresh} timeZone={zone} />
      </span>
    </p>
  )
  return (
    <AnswerPlaceContext value={place}>
      {!isTile && <p className="sentence">{sentence}</p>}
      <div ref={ref} className={isTile ? 'shared__tile' : 'shared__answer'}>
        <View.Answer
          question={node}
          // The results belong to this question, so they have the form of its kind.
          results={results as Results}
          table={{ columns: columnsOf(insight) }}
          onPoint={null}
          label={sentence}
          status={status}
          isTile={isTile}
        />
      </div>
    </AnswerPlaceContext>
  )
}
