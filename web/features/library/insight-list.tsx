import { IconPlus, IconSearch, IconStar, IconStarFilled } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useProject } from '#web/api/project.ts'
import { bareNode } from '#web/question/bare-node.ts'
import { Age } from '#web/ui/age.tsx'
import { Button } from '#web/ui/button.tsx'
import { KindIcon } from '#web/ui/kind-icon.tsx'
import { PageBar } from '#web/ui/page-bar.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useSearchState } from '#web/ui/use-search-state.ts'
import {
  changeInsight,
  type InsightConditions,
  insightsOf,
  type ListedInsight,
  lastViewedOf,
} from './insight-data.ts'
import './library.css'

const KINDS = [
  ['', 'All kinds'],
  ['TRENDS', 'Trends'],
  ['FUNNELS', 'Funnels'],
  ['RETENTION', 'Retention'],
  ['PATHS', 'Paths'],
  ['STICKINESS', 'Stickiness'],
  ['LIFECYCLE', 'Lifecycle'],
  ['SQL', 'SQL'],
] as const

const nameOf = ({ name, derived_name }: Pick<ListedInsight, 'name' | 'derived_name'>): string =>
  name || derived_name || 'Untitled'

const VIEWS = [
  { value: 'all', label: 'All' },
  { value: 'mine', label: 'Mine' },
  { value: 'starred', label: 'Starred' },
  { value: 'bin', label: 'Bin' },
] as const

/**
 * The list of saved insights. Above it are the five insights that were viewed last. One of its views is the
 * bin, from which insights can be restored.
 */
export function InsightList({ mayChange }: { readonly mayChange: boolean }) {
  const project = useProject()
  const [state, change] = useSearchState()
  const view = VIEWS.find(({ value }) => value === state.get('view'))?.value ?? 'all'
  const conditions: InsightConditions = {
    search: state.get('search') ?? '',
    kind: state.get('kind') ?? '',
    tag: state.get('tag') ?? '',
    isMine: view === 'mine',
    isFavorite: view === 'starred',
    isBin: view === 'bin',
  }
  const list = useQuery(insightsOf(project.id, conditions))
  const isNarrowed = conditions.search !== '' || conditions.kind !== '' || conditions.tag !== ''
  const insights = list.data?.results ?? []
  return (
    <>
      <PageBar
        title="Insights"
        actions={
          <Link href={`/project/${project.id}/insights/new`} className="btn btn--ink">
            <IconPlus size={16} aria-hidden />
            New insight
          </Link>
        }
      />
      <div className="page">
        {view === 'all' && !isNarrowed && <LastViewed />}
        <div className="toolbar">
          <label className="field library__search">
            <IconSearch size={16} aria-hidden />
            <span className="sr">Search insights</span>
            <input
              placeholder="Name, description or tag"
              value={conditions.search}
              onChange={(event) => change({ search: event.target.value })}
            />
          </label>
          <Segmented
            label="Which insights"
            value={view}
            options={VIEWS}
            onChange={(value) => change({ view: value === 'all' ? null : value })}
          />
          <select
            className="field"
            aria-label="Kind"
            value={conditions.kind}
            onChange={(event) => change({ kind: event.target.value })}
          >
            {KINDS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          {conditions.tag !== '' && (
            <Button isSmall onClick={() => change({ tag: null })}>
              Tag {conditions.tag}, remove
            </Button>
          )}
        </div>
        {list.isError && <ErrorBox error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && insights.length === 0 && (
          <Nothing
            view={view}
            isNarrowed={isNarrowed}
            onWiden={() => change({ search: null, kind: null, tag: null })}
          />
        )}
        {insights.length > 0 && (
          <table>
            <thead>
              <tr>
                <th className="library__star">
                  <span className="sr">Starred</span>
                </th>
                <th>Name</th>
                <th className="only-wide">Tags</th>
                <th className="only-wide">Made by</th>
                <th className="r">{view === 'bin' ? '' : 'Changed'}</th>
              </tr>
            </thead>
            <tbody>
              {insights.map((insight) => (
                <InsightRow
                  key={insight.short_id}
                  insight={insight}
                  isBin={view === 'bin'}
                  mayChange={mayChange}
                  onTag={(tag) => change({ tag })}
                />
              ))}
            </tbody>
          </table>
        )}
        {list.data !== undefined && list.data.count > insights.length && (
          <p className="quiet">
            {insights.length} of {list.data.count} are shown. Search to find the others.
          </p>
        )}
      </div>
    </>
  )
}

function LastViewed() {
  const project = useProject()
  const { data = [] } = useQuery(lastViewedOf(project.id))
  if (data.length === 0) return null
  return (
    <section aria-label="Last viewed" className="library__last">
      {data.map((insight) => (
        <Link
          key={insight.short_id}
          href={`/project/${project.id}/insights/${insight.short_id}`}
          className="card library__card"
        >
          <KindIcon kind={bareNode(insight.query)?.kind ?? ''} />
          <span className="cut">{nameOf(insight)}</span>
        </Link>
      ))}
    </section>
  )
}

interface NothingProps {
  readonly view: (typeof VIEWS)[number]['value']
  readonly isNarrowed: boolean
  onWiden(): void
}

function Nothing({ view, isNarrowed, onWiden }: NothingProps) {
  if (isNarrowed)
    return <StateBox title="Nothing matches" actions={[{ label: 'Show all', onClick: onWiden }]} />
  if (view === 'bin') return <StateBox title="The bin is empty" />
  if (view === 'starred')
    return <StateBox title="Nothing is starred" text="Star an insight to find it here." />
  return <StateBox title="No insights yet" text="Saved insights appear here." />
}

interface InsightRowProps {
  readonly insight: ListedInsight
  readonly isBin: boolean
  readonly mayChange: boolean
  onTag(tag: string): void
}

function InsightRow({ insight, isBin, mayChange, onTag }: InsightRowProps) {
  const project = useProject()
  const queries = useQueryClient()
  const toast = useToast()
  const name = nameOf(insight)
  const change = async (body: { readonly favorited?: boolean; readonly deleted?: boolean }) => {
    if (insight.id === null) return
    try {
      await changeInsight(project.id, insight.id, body)
      if (body.deleted !== undefined) toast(`${name} is ${body.deleted ? 'in' : 'out of'} the bin`)
    } catch (error) {
      toast((error as Error).message)
    }
    await queries.invalidateQueries({ queryKey: ['insights', project.id] })
  }
  return (
    <tr>
      <td>
        <Button
          look="plain"
          isSmall
          disabled={!mayChange}
          aria-label={`Star ${name}`}
          aria-pressed={insight.favorited === true}
          icon={insight.favorited ? <IconStarFilled size={16} /> : <IconStar size={16} />}
          onClick={() => void change({ favorited: !insight.favorited })}
        />
      </td>
      <td className="library__name">
        <span className="line">
          <KindIcon kind={bareNode(insight.query)?.kind ?? ''} />
          {isBin ? (
            <span className="cut">{name}</span>
          ) : (
            <Link href={`/project/${project.id}/insights/${insight.short_id}`} className="strong cut">
              {name}
            </Link>
          )}
        </span>
      </td>
      <td className="only-wide">
        <span className="line">
          {insight.tags.map((tag) => (
            <button key={tag} type="button" className="tag" onClick={() => onTag(tag)}>
              {tag}
            </button>
          ))}
        </span>
      </td>
      <td className="only-wide soft">{insight.created_by?.first_name || insight.created_by?.email || ''}</td>
      <td className="r soft">
        {isBin
          ? mayChange && (
              <Button isSmall onClick={() => void change({ deleted: false })}>
                Restore
              </Button>
            )
          : insight.last_modified_at !== null && (
              <Age at={insight.last_modified_at} timeZone={project.timezone} />
            )}
      </td>
    </tr>
  )
}
