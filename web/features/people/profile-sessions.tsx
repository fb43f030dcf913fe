import { useQuery } from '@tanstack/react-query'
import { useProject } from '#web/api/project.ts'
import { rowsOf } from '#web/api/rows.ts'
import { day, duration, exactNumber, timeOfDay } from '#web/ui/format.ts'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'
import type { Subject } from './profile-frame.tsx'

const MOST = 100

/** The most recent sessions of a person or group. */
export function ProfileSessions({ subject }: { readonly subject: Subject }) {
  const { id: projectId, timezone } = useProject()
  const { data, error } = useQuery(
    rowsOf(
      projectId,
      `SELECT $session_id, min(timestamp) AS first, max(timestamp), count() FROM events WHERE ${subject.where} AND $session_id IS NOT NULL GROUP BY $session_id ORDER BY first DESC LIMIT ${MOST}`,
      subject.values,
    ),
  )
  if (error !== null) return <ErrorBox error={error} />
  if (data === undefined) return null
  if (data.length === 0)
    return <StateBox title="No sessions" text="Events have a session where the SDK sends $session_id." />
  return (
    <div className="pp__tab">
      <table>
        <thead>
          <tr>
            <th>Began</th>
            <th className="r">Lasted</th>
            <th className="r">Events</th>
          </tr>
        </thead>
        <tbody>
          {data.map(([id, first, last, count]) => (
            <tr key={String(id)}>
              <td>
                {day(String(first), Date.now(), timezone)}, {timeOfDay(String(first), timezone)}
              </td>
              <td className="r soft">
                {duration((Date.parse(String(last)) - Date.parse(String(first))) / 1_000)}
              </td>
              <td className="r">{exactNumber(Number(count))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.length === MOST && <p className="quiet small">The last {MOST}.</p>}
    </div>
  )
}
