import { useProject } from '#web/api/project.ts'
import { day, timeOfDay } from '#web/ui/format.ts'

/** Shows an instant in the time zone of the project: "Tue 10 Nov 09:14". */
export function MomentText({ at }: { readonly at: string }) {
  const { timezone } = useProject()
  return (
    <time dateTime={at}>
      {day(at, Date.now(), timezone)} {timeOfDay(at, timezone)}
    </time>
  )
}
