import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '#web/api/client.ts'
import { useProject } from '#web/api/project.ts'
import type { paths } from '#web/api/schema.d.ts'
import { bytesText, exactNumber } from '#web/ui/format.ts'
import { Section } from '#web/ui/settings-page.tsx'
import { ErrorBox } from '#web/ui/state-box.tsx'
import { KeptMonths } from './kept-months.tsx'
import { monthName, type StoredMonth } from './months.ts'

type Storage =
  paths['/api/projects/{project_id}/storage/']['get']['responses']['200']['content']['application/json']

/** How much disk space the events of each month take, and how much of it can be freed. */
export function StoragePart() {
  const { id } = useProject()
  const storage = useQuery({
    queryKey: ['storage', id],
    queryFn: () =>
      bodyOf(
        api.GET('/api/projects/{project_id}/storage/', { params: { path: { project_id: String(id) } } }),
      ),
  })
  if (storage.isError) return <ErrorBox error={storage.error} onRetry={() => void storage.refetch()} />
  if (storage.data === undefined) return <div className="skeleton settings__waiting" />
  const { months, cached_results_bytes: cached } = storage.data
  return (
    <>
      <Section title="Storage" text={totalWords(storage.data)}>
        {months.length > 0 && <MonthTable months={months} />}
      </Section>
      <Section title="What may be freed">
        <p className="soft">
          {cached === 0
            ? 'No results are cached.'
            : `Cached results take ${bytesText(cached)}. The server removes the oldest by itself, and computes them again when they are asked for.`}
        </p>
        <KeptMonths months={months} />
      </Section>
    </>
  )
}

function totalWords({ events, bytes, bytes_per_event: each }: Storage): string {
  if (each === null) return 'No event is stored yet.'
  return `${exactNumber(events)} events take ${bytesText(bytes)} on disk, ${exactNumber(each, 1)} bytes each. Several projects share the files: the size is this project's share by its number of events.`
}

const MonthTable = ({ months }: { readonly months: readonly StoredMonth[] }) => {
  const most = Math.max(...months.map(({ bytes }) => bytes), 1)
  return (
    <table>
      <thead>
        <tr>
          <th>Month</th>
          <th className="r">Events</th>
          <th className="r">On disk</th>
          <th className="only-wide months" aria-label="Share of the largest month" />
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ month, events, bytes }) => (
          <tr key={month}>
            <td>{monthName(month)}</td>
            <td className="r">{exactNumber(events)}</td>
            <td className="r">{bytesText(bytes)}</td>
            <td className="only-wide months">
              <span className="months__bar" style={{ width: `${(100 * bytes) / most}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
