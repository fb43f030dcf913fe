import type { Warning } from '#contract/warning.ts'
import type { Asker } from '#engine/engine.ts'
import type { QuestionProject } from '#insights/answering/question.ts'
import { isValueOfRow, selectRow } from '#insights/people/select-row.ts'
import { kindOf } from '#insights/registry.ts'
import { isGiven, isJsonObject } from '#shared/json-value.ts'
import type { RequestedPeople } from './asked-people.ts'
import type { PeopleDeps } from './people-question.ts'

/** The parameters that select a row of a breakdown. */
const ROW_SELECTORS = ['breakdown_value', 'funnel_step_breakdown']

/**
 * The warnings of a list of people: those of its question, and one for a row that the answer does not have. Only the rows of an empty list are
 * looked at, because the answer may have to be computed for it.
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
  if (!isEmpty || parameters.search || attr === undefined || breakdown === null) return warnings
  const row = selectRow(breakdown, selectors[attr] as Parameters<typeof selectRow>[1], attr)
  const { result } = await answering.answer(question, {
    ...asker,
    refresh: 'blocking',
    whenMissing: 'compute',
  })
  const items: readonly unknown[] = kindOf(result.query).items(result.query, result.answer, null, result.node)
  const isInAnswer = items
    .flat()
    .some((item) => isJsonObject(item) && row !== null && isValueOfRow(breakdown, row, item.breakdown_value))
  if (isInAnswer) return warnings
  const given = JSON.stringify(selectors[attr])
  return [
    ...warnings,
    {
      code: 'unknown_row',
      detail: `The answer has no row ${given}, so that nobody is listed. Send the breakdown_value of one of its items.`,
      attr,
    },
  ]
}
