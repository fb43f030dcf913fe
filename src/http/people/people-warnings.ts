import type { Warning } from '#contract/warning.ts'
import type { Asker } from '#engine/event-store.ts'
import type { QuestionProject } from '#insights/answering/question.ts'
import { isValueOfRow, selectRow } from '#insights/kind/select-row.ts'
import { kindOf } from '#insights/questions/find-kind.ts'
import { isGiven, isJsonObject } from '#shared/json-value.ts'
import type { RequestedPeople } from './asked-people.ts'
import type { PeopleDeps } from './people-question.ts'

/** The parameters that select a row of a breakdown. */
const ROW_SELECTORS = ['breakdown_value', 'funnel_step_breakdown']

/**
 * Returns the warnings of a list of people: the warnings of its question, and one more warning if the answer
 * has no row with the selected value of the breakdown.
 * An empty list is compared with a fresh answer. Any other list is compared on its first page only, and even
 * with a cached answer that is out of date: people can be found only for a row that the answer has or once
 * had. If no answer is cached, it is computed.
 */
export async function peopleWarnings(
  { answering }: Pick<PeopleDeps, 'answering'>,
  project: QuestionProject,
  { parsed, selectors, parameters }: RequestedPeople,
  isEmpty: boolean,
  asker: Partial<Asker>,
): Promise<Warning[]> {
  const question = { project, ...parsed }
  const warnings = [...(await answering.findWarnings(question))]
  const attr = ROW_SELECTORS.find((name) => isGiven(selectors[name]))
  const { breakdown } = parsed.query
  const isLater = isGiven(parameters.cursor) || Boolean(parameters.offset)
  if (parameters.search || attr === undefined || breakdown === null || (isLater && !isEmpty)) return warnings
  const row = selectRow(breakdown, selectors[attr] as Parameters<typeof selectRow>[1], attr)
  const { result } = await answering.answer(question, {
    ...asker,
    refresh: isEmpty ? 'blocking' : 'none',
    whenMissing: 'compute',
  })
  const items: Iterable<unknown> = kindOf(result.query).items(result.query, result.answer, null, result.node)
  const values = [...items].flat().flatMap((item) => (isJsonObject(item) ? [item.breakdown_value] : []))
  // If no item of the answer has a row, there is nothing to compare with. The times to convert of a funnel,
  // for example, are those of all rows together.
  const hasRows = isEmpty || values.some(isGiven)
  const isInAnswer = row !== null && values.some((value) => isValueOfRow(breakdown, row, value))
  if (isInAnswer || !hasRows) return warnings
  const given = JSON.stringify(selectors[attr])
  const effect = isEmpty ? 'the list is empty' : 'this list has people of a value that the answer leaves out'
  return [
    ...warnings,
    {
      code: 'unknown_row',
      detail: `The answer has no row ${given}, so ${effect}. Send the breakdown_value of one of its items.`,
      attr,
    },
  ]
}
