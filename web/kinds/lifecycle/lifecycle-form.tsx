import { FiltersBlock } from '#web/question/filters-block.tsx'
import { ProblemText } from '#web/question/problem.tsx'
import { SeriesList } from '#web/question/series-list.tsx'
import { withField } from '#web/question/with-field.ts'
import { CountedPill } from '../counted-pill.tsx'
import type { FormProps } from '../kind-view.ts'
import type { Status } from './lifecycle-rows.ts'

/** The statuses, in the order in which the answer has them. */
const STATUSES: readonly Status[] = ['new', 'returning', 'resurrecting', 'dormant']

/**
 * The form of a lifecycle. It has one event. The actors who have this event are new, returning, resurrecting
 * or dormant.
 */
export function LifecycleForm({ question: node, setQuestion }: FormProps<'LifecycleQuery'>) {
  const section = node.lifecycleFilter ?? {}
  const chosen = section.toggledLifecycles ?? []
  const isShown = (status: Status) => chosen.length === 0 || chosen.includes(status)
  const toggle = (status: Status) => {
    const shown = STATUSES.filter((one) => (one === status ? !isShown(one) : isShown(one)))
    if (shown.length === 0) return
    const isAll = shown.length === STATUSES.length
    setQuestion(
      withField(node, 'lifecycleFilter', isAll ? undefined : { ...section, toggledLifecycles: shown }),
    )
  }
  return (
    <>
      <SeriesList
        series={node.series}
        heading="Event"
        noun="event"
        most={1}
        onChange={(series) => setQuestion({ ...node, series })}
      />
      <div className="block" data-part="statuses">
        <div className="block__head">
          <h2>Shown</h2>
        </div>
        {STATUSES.map((status) => (
          <label key={status} className="radio">
            <input type="checkbox" checked={isShown(status)} onChange={() => toggle(status)} />
            {status}
          </label>
        ))}
        <CountedPill question={node} setQuestion={setQuestion} />
        <ProblemText place="lifecycleFilter" />
      </div>
      <FiltersBlock heading="Filters" question={node} setQuestion={setQuestion} />
    </>
  )
}
