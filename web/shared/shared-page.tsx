import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type SharedRange, sharedSearch } from '#contract/shared-range.ts'
import { ZoneContext } from '#web/api/project.ts'
import { chunk } from '#web/ui/chunk.tsx'
import { ErrorBox } from '#web/ui/state-box.tsx'
import { askShared, csvAddress, type Link, type SharedBody } from './link-data.ts'
import { SharedAnswer } from './shared-answer.tsx'
import { SharedDates } from './shared-dates.tsx'
import { useRange } from './use-range.ts'

const SharedBoard = chunk(async () => (await import('./shared-board.tsx')).SharedBoard)

interface SharedPageProps {
  readonly link: Link
  /** The data in the page that the server sent. */
  readonly body: SharedBody
}

/**
 * The page of a shared link. It cannot be changed. It has the charts and, if the owner allows it, a choice
 * of dates.
 */
export function SharedPage({ link, body: first }: SharedPageProps) {
  const [range, setRange] = useRange()
  const asked = useQuery({
    queryKey: ['shared', range?.date_from ?? null],
    queryFn: ({ signal }) => askShared(link.token, range, signal),
    placeholderData: keepPreviousData,
    ...((range?.date_from ?? null) === link.dateFrom && { initialData: first }),
  })
  const body = asked.data ?? first
  const isOlder = asked.isPlaceholderData
  return (
    <ZoneContext value={zoneOf(body)}>
      <main className={link.isEmbedded ? 'shared__main' : 'shared__main page'}>
        {!link.isEmbedded && <Heading {...body} />}
        {link.mayChangeDates && <SharedDates range={range} onChange={setRange} />}
        {asked.isError ? (
          <ErrorBox error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <div className={isOlder ? 'shared__body aging' : 'shared__body'} aria-busy={isOlder}>
            {'tiles' in body ? (
              <SharedBoard {...{ link, range }} dashboard={body} />
            ) : (
              <SharedAnswer {...{ link, range }} insight={body} isTile={false} />
            )}
          </div>
        )}
        {!link.isEmbedded && <Foot {...{ link, range, body }} />}
        <p className="sr" role="status">
          {range === null || asked.isFetching ? '' : `Shown: ${range.label}`}
        </p>
      </main>
    </ZoneContext>
  )
}

interface FootProps {
  readonly link: Link
  readonly range: SharedRange | null
  readonly body: SharedBody
}

/** Links to the data for programs. On a dashboard, the menu of each tile has the link to its table. */
const Foot = ({ link: { token }, range, body }: FootProps) => (
  <footer className="shared__foot line quiet">
    <a href={`/shared/${encodeURIComponent(token)}.json${sharedSearch(range)}`}>Data as JSON</a>
    {!('tiles' in body) && body.results !== null && (
      <a href={csvAddress(token, range)}>Table as CSV, for spreadsheets</a>
    )}
  </footer>
)

function Heading(body: SharedBody) {
  const { name, description, tags } = body
  const derived = 'tiles' in body ? null : body.derived_name
  return (
    <header className="shared__head">
      <h1 dir="auto">{name || derived || 'Untitled'}</h1>
      {description !== '' && (
        <p className="soft" dir="auto">
          {description}
        </p>
      )}
      {tags.length > 0 && (
        <p className="line">
          {tags.map((tag) => (
            <span key={tag} className="tag" dir="auto">
              {tag}
            </span>
          ))}
        </p>
      )}
    </header>
  )
}

/** Returns the time zone in which the server computed the answers. */
function zoneOf(body: SharedBody): string {
  const insights = 'tiles' in body ? body.tiles.map(({ insight }) => insight) : [body]
  return insights.find((insight) => insight?.timezone)?.timezone ?? 'UTC'
}
