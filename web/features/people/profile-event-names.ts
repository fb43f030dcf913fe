import { useQuery } from '@tanstack/react-query'
import { useProject } from '#web/api/project.ts'
import { rowsOf } from '#web/api/rows.ts'
import type { Subject } from './profile-frame.tsx'

/** Returns the names of the events of a person or group, most frequent first. */
export function useEventNames({ where, values }: Subject): readonly string[] {
  const { data } = useQuery(
    rowsOf(
      useProject().id,
      `SELECT event, count() FROM events WHERE ${where} GROUP BY event ORDER BY count() DESC LIMIT 100`,
      values,
    ),
  )
  return data?.map(([name]) => String(name)) ?? []
}
