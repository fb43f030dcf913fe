import type { StickinessFilter } from '#web/api/query-node.ts'
import { CompareControl } from '#web/question/compare-control.tsx'
import { FiltersBlock } from '#web/question/filters-block.tsx'
import { ProblemText } from '#web/question/problem.tsx'
import { SeriesList } from '#web/question/series-list.tsx'
import { useKindChoices } from '#web/question/vocabulary.ts'
import { withField } from '#web/question/with-field.ts'
import type { FormProps } from '../kind-view.ts'

const EVENT_COUNTS = [1, 2, 3, 5, 10, 20]

/**
 * The form of a stickiness: its series, and how many events an actor needs in an interval to be active,
 * such as "at least 3".
 */
export function StickinessForm({ question: node, setQuestion }: FormProps<'StickinessQuery'>) {
  const section = node.stickinessFilter ?? {}
  const maths = useKindChoices(node.kind)?.maths ?? []
  const set = (field: keyof StickinessFilter, value: unknown) => {
    const { [field]: _, ...rest } = section
    const next = value === undefined ? rest : { ...rest, [field]: value }
    setQuestion(withField(node, 'stickinessFilter', Object.keys(next).length === 0 ? undefined : next))
  }
  const least = section.stickinessCriteria
  return (
    <>
      <SeriesList
        series={node.series}
        maths={maths}
        onChange={(series) => setQuestion({ ...node, series })}
      />
      <div className="block">
        <div className="block__head">
          <h2>Rules</h2>
        </div>
        <label className="pair">
          <span className="soft">Events needed in an interval</span>
          <select
            className="select"
            data-part="criteria"
            value={least?.value ?? 1}
            onChange={({ target }) =>
              set(
                'stickinessCriteria',
                target.value === '1'
                  ? undefined
                  : { operator: least?.operator ?? 'gte', value: Number(target.value) },
              )
            }
          >
            {[...new Set([...EVENT_COUNTS, least?.value ?? 1])].map((count) => (
              <option key={count} value={count}>
                {WORDS[least?.operator ?? 'gte']} {count}
              </option>
            ))}
          </select>
        </label>
        <ProblemText place="stickinessFilter" />
      </div>
      <FiltersBlock heading="Filters, for all series" question={node} setQuestion={setQuestion} />
      <CompareControl
        compare={node.compareFilter}
        range={node.dateRange}
        onChange={(compare) => setQuestion(withField(node, 'compareFilter', compare))}
      />
    </>
  )
}

const WORDS = { gte: 'at least', lte: 'at most', exact: 'exactly' } as const
