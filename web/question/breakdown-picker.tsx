import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { QUESTION_LIMITS } from '#contract/limits.ts'
import type { FilterType, QueryNode } from '#web/api/query-node.ts'
import { Pop } from '#web/ui/pop.tsx'
import { type BreakdownAsked, type BreakdownPart, readBreakdown, writeBreakdown } from './breakdown.ts'
import { breakdownName } from './breakdown-name.ts'
import { ProblemText } from './problem.tsx'
import { type PickedProperty, PropertyPicker } from './property-picker.tsx'
import { useValueType } from './value-type.ts'
import { useVocabulary } from './vocabulary.ts'
import { withField } from './with-field.ts'

interface BreakdownPickerProps {
  readonly question: QueryNode
  setQuestion(question: QueryNode): void
  /** The number of rows that the server returns if the question sets no limit. */
  readonly defaultLimit: number
  /** Whether the kind can put numbers into bins; true if absent. */
  readonly hasBins?: boolean
  /** Whether the kind can combine a breakdown by cohorts with properties; true if absent. */
  readonly hasCohortsBeside?: boolean
}

const TYPES: readonly FilterType[] = ['event', 'person', 'group', 'session', 'cohort']
const [LEAST_ROWS, MOST_ROWS] = [3, 50]

/** Control for the properties by which the answer is broken down. All kinds with a breakdown use it. */
export function BreakdownPicker(props: BreakdownPickerProps) {
  const { question, setQuestion, defaultLimit, hasBins = true, hasCohortsBeside = true } = props
  const [open, setOpen] = useState<number | null>(null)
  const { cohorts } = useVocabulary()
  const asked = readBreakdown(question.breakdownFilter)
  const { parts } = asked
  const change = (next: Partial<BreakdownAsked>) =>
    setQuestion(withField(question, 'breakdownFilter', writeBreakdown({ ...asked, ...next })))
  const pick = (at: number) => (picked: PickedProperty) => {
    setOpen(null)
    change({ parts: parts.toSpliced(at, 1, partOf(picked)) })
  }
  const isOfCohorts = parts.some(({ type }) => type === 'cohort')
  const isFull = parts.length >= QUESTION_LIMITS.breakdowns || (isOfCohorts && !hasCohortsBeside)
  const typesAt = (at: number) =>
    TYPES.filter((type) => type !== 'cohort' || hasCohortsBeside || parts.every((_, other) => other === at))
  return (
    <div className="block" data-part="breakdown">
      <div className="block__head">
        <h2>Breakdown</h2>
        {!isFull && (
          <Pop
            isOpen={open === parts.length}
            onClose={() => setOpen(null)}
            target={
              <button
                type="button"
                className="icon"
                aria-label="Add a breakdown"
                aria-keyshortcuts="b"
                aria-haspopup="dialog"
                onClick={() => setOpen(parts.length)}
              >
                <IconPlus size={16} aria-hidden />
              </button>
            }
          >
            <PropertyPicker label="Break down by" types={typesAt(parts.length)} onPick={pick(parts.length)} />
          </Pop>
        )}
      </div>
      {parts.map((part, at) => (
        <div className="pair" key={`${part.type} ${part.property}`}>
          <Pop
            isOpen={open === at}
            onClose={() => setOpen(null)}
            target={
              <span className="chip">
                <button
                  type="button"
                  className="part"
                  aria-haspopup="dialog"
                  aria-label={`Breakdown by ${breakdownName(part, cohorts)}`}
                  onClick={() => setOpen(at)}
                >
                  <span className="cut">{breakdownName(part, cohorts)}</span>
                </button>
                <button
                  type="button"
                  className="x"
                  aria-label={`Remove the breakdown by ${breakdownName(part, cohorts)}`}
                  onClick={() => change({ parts: parts.toSpliced(at, 1) })}
                >
                  <IconX size={12} aria-hidden />
                </button>
              </span>
            }
          >
            <PropertyPicker label="Break down by" types={typesAt(at)} onPick={pick(at)} />
          </Pop>
          {hasBins && <Bins part={part} onChange={(changed) => change({ parts: parts.with(at, changed) })} />}
        </div>
      ))}
      {parts.length > 0 && (
        <div className="pair quiet">
          <label className="line">
            Rows
            <select
              className="select"
              value={asked.limit ?? defaultLimit}
              onChange={({ target }) => change({ limit: Number(target.value) })}
            >
              {limitsWith(asked.limit ?? defaultLimit).map((limit) => (
                <option key={limit}>{limit}</option>
              ))}
            </select>
          </label>
        </div>
      )}
      <ProblemText place="breakdownFilter" />
    </div>
  )
}

const limitsWith = (limit: number) =>
  [...new Set([LEAST_ROWS, 5, 10, 25, MOST_ROWS, limit])].toSorted((a, b) => a - b)

function partOf({ type, key, group_type_index, cohortId }: PickedProperty): BreakdownPart {
  if (type === 'cohort') return { type, property: [cohortId ?? 0, 'all'] }
  return {
    type,
    property: key,
    ...(group_type_index === undefined ? {} : { groupTypeIndex: group_type_index }),
  }
}

interface BinsProps {
  readonly part: BreakdownPart
  onChange(part: BreakdownPart): void
}

const BIN_COUNTS = [5, 10, 20]

/** Control that puts the values of a property into bins of equal width, if they are numbers. */
function Bins({ part, onChange }: BinsProps) {
  const { type, property, groupTypeIndex, bins } = part
  const valueType = useValueType({
    type,
    key: String(property),
    ...(groupTypeIndex !== undefined && { group_type_index: groupTypeIndex }),
  })
  if (valueType !== 'Numeric' && bins === undefined) return null
  const { bins: _, ...single } = part
  return (
    <label className="line quiet">
      <span className="sr">Bins of {String(property)}</span>
      <select
        className="select"
        value={bins ?? 0}
        onChange={({ target }) =>
          onChange(target.value === '0' ? single : { ...single, bins: Number(target.value) })
        }
      >
        <option value={0}>each value</option>
        {[...new Set([...BIN_COUNTS, ...(bins === undefined ? [] : [bins])])].map((count) => (
          <option key={count} value={count}>
            {count} bins
          </option>
        ))}
      </select>
    </label>
  )
}
