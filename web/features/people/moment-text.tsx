import { useProject } from '#web/api/project.ts'
import { day, timeOfDay } from '#web/ui/format.ts'

/** "Tue 10 Nov 09:14" in the zone of the project. */
export function MomentText({ at }: { readonly at: string }) {
  const { timezone } = useProject()
  return (
    <time dateTime={at}>
      {day(at, Date.now(), timezone)} {timeOfDay(at, timezone)}
    </time>
  )
}
