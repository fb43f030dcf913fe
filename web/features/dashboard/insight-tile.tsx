import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { ask } from '#web/api/ask.ts'
import { useProject } from '#web/api/project.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import { AnswerPlaceContext, useAnswerPlace } from '#web/chart/answer-place.ts'
import { pictureNote } from '#web/chart/picture-note.ts'
import { useKindView } from '#web/kinds/use-kind-view.ts'
import { bareNode } from '#web/question/bare-node.ts'
import { describe } from '#web/question/describe.ts'
import type { Point } from '#web/question/point.ts'
import { sentenceText } from '#web/question/sentence-part.ts'
import { useVocabulary } from '#web/question/vocabulary.ts'
import { Age } from '#web/ui/age.tsx'
import { KindIcon } from '#web/ui/kind-icon.tsx'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'
import type { Tile } from './dashboard-data.ts'
import { edgeOf } from './tile-color.ts'
import { type TileActs, TileMenu } from './tile-menu.tsx'

interface InsightTileProps {
  readonly tile: Tile & { readonly insight: NonNullable<Tile['insight']> }
  onPoint(point: Point, question: QueryNode): void
  readonly boardId: number
  /** The actions of the tile menu; null if the user may not change the dashboard. */
  readonly acts: TileActs | null
}

/** Returns the name of an insight. Without a name, it is the server's description of the question. */
const nameOf = ({
  name,
  derived_name,
}: {
  readonly name: string | null
  readonly derived_name: string | null
}) => name || derived_name || 'Untitled'

/**
 * A tile with an insight: its chart without a table, and how old the answer is. A click on the name opens
 * the editor.
 */
export function InsightTile({ tile, boardId, onPoint, acts }: InsightTileProps) {
  const project = useProject()
  const vocabulary = useVocabulary()
  const queries = useQueryClient()
  const node = bareNode(tile.insight.query)
  const key = ['answer', project.id, node]
  const give =
    (isForced: boolean) =>
    ({ signal }: { readonly signal: AbortSignal }) =>
      ask({ projectId: project.id, node: node as QueryNode, isForced, signal })
  const answer = useQuery({
    queryKey: key,
    queryFn: give(false),
    enabled: node !== null,
    // While the answer for other filters is fetched, the previous answer stays visible in pale colours. If
    // the kind of the question has changed, the previous answer is not shown, because it cannot be drawn as
    // another kind.
    placeholderData: (before, asked) =>
      (asked?.queryKey[2] as QueryNode | null | undefined)?.kind === node?.kind ? before : undefined,
  })
  const View = useKindView(node?.kind)
  const refresh = () =>
    void queries.fetchQuery({ queryKey: key, queryFn: give(true), staleTime: 0 }).catch(() => undefined)
  const name = nameOf(tile.insight)
  const sentence = node === null ? '' : sentenceText(describe(node, vocabulary, Date.now()))
  const note = pictureNote(sentence, answer.data?.last_refresh ?? null, project.timezone)
  const { ref, place } = useAnswerPlace(name, note)
  return (
    <section className="card tile" aria-label={name} {...edgeOf(tile.color)}>
      <header className="tile__head">
        <KindIcon kind={node?.kind ?? ''} />
        <h2 className="cut">
          <Link href={`/project/${project.id}/insights/${tile.insight.short_id}`}>{name}</Link>
        </h2>
        <span className="grow" />
        {answer.data?.last_refresh && <Age at={answer.data.last_refresh} timeZone={project.timezone} />}
        <TileMenu {...{ name, boardId, acts, place }} onRefresh={refresh} />
      </header>
      <div className={answer.isPlaceholderData ? 'tile__body aging' : 'tile__body'} ref={ref}>
        {node === null && <StateBox title="This insight has no question" />}
        {View === null && node !== null && (
          <StateBox title="No chart here" text={`This page cannot draw ${node.kind}.`} />
        )}
        {answer.isError && <ErrorBox error={answer.error} onRetry={() => void answer.refetch()} />}
        {answer.isPending && node !== null && <div className="skeleton tile__skeleton" />}
        {View && answer.data !== undefined && node !== null && (
          <AnswerPlaceContext value={place}>
            <View.Answer
              question={node}
              results={answer.data.results}
              table={answer.data}
              onPoint={(point) => onPoint(point, node)}
              label={name}
              isTile
            />
          </AnswerPlaceContext>
        )}
      </div>
    </section>
  )
}
