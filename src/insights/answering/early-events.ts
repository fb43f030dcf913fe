import type { Warning } from '#contract/warning.ts'
import type { Moment } from '#query/moment.ts'
import { attrOf } from '#shared/field-paths.ts'
import type { Question } from './question.ts'

/** Returns the warning about events that a range of `all` leaves out; none if the range has every event. */
export function earlyEventsLeftOut({ at }: Pick<Question, 'at'>, { eventsBeforeAll }: Moment): Warning[] {
  if (eventsBeforeAll === 0) return []
  const events = eventsBeforeAll === 1 ? '1 event is' : `${eventsBeforeAll} events are`
  return [
    {
      code: 'early_events',
      detail: `${events} left out: "all" begins in 2015 or with the first event that was sent as historical, because earlier times come from wrong clocks. To count earlier events, send date_from as a day.`,
      attr: attrOf(at('dateRange', 'date_from')),
    },
  ]
}
