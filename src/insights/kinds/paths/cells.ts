import { z } from 'zod'
import { groupsOrPersons } from '#insights/kind/actor-type.ts'
import type { SelectedCells } from '#insights/kind/cells.ts'
import { Text } from '#query/node.ts'
import { invalid } from '#shared/request-error.ts'
import type { PathsPlan } from './plan.ts'
import type { PathKey, PathsCell } from './queries.ts'

const PathsSelectors = z.object({
  path_start_key: Text.nullish().describe(
    'The `source` of an edge, such as 1_/. Selects the actors who went on from it.',
  ),
  path_end_key: Text.nullish().describe(
    'The `target` of an edge. Selects the actors who came to it; with path_start_key, those who came from there.',
  ),
  path_dropoff_key: Text.nullish().describe(
    'The `source` or `target` of an edge. Selects the actors whose session ended with it.',
  ),
})
type PathsSelectors = z.output<typeof PathsSelectors>

export const pathsCells: SelectedCells<PathsPlan, PathsSelectors, PathsCell> = {
  path: 'path',
  selectors: PathsSelectors,
  example: {
    question: { include_event_types: ['custom_event'], date_from: '-30d', step_limit: 4 },
    selectors: { path_start_key: '1_app opened' },
  },
  select(plan, selectors) {
    const key = (attr: keyof PathsSelectors) => parseKey(selectors[attr], mostSteps(plan), attr)
    const cell = {
      start: key('path_start_key'),
      end: key('path_end_key'),
      dropoff: key('path_dropoff_key'),
    }
    if (Object.values(cell).every((one) => one === null))
      throw invalid(
        'required',
        'Add path_start_key, path_end_key or path_dropoff_key, with the `source` or `target` of an edge.',
        'path_start_key',
      )
    return cell
  },
  actorOf: ({ query }) => groupsOrPersons(query.groupTypeIndex),
  hasAppearances: false,
}

/**
 * The highest step that a key can have. A path between two points has one more step, for the items that are
 * left out.
 */
const mostSteps = ({ query: { stepLimit } }: PathsPlan) => stepLimit + 1

function parseKey(text: string | null | undefined, most: number, attr: string): PathKey | null {
  if (!text) return null
  const [, step = '', item = ''] = /^(\d{1,3})_([\s\S]+)$/.exec(text) ?? []
  if (item !== '' && Number(step) >= 1 && Number(step) <= most) return { step: Number(step), item }
  throw invalid(
    'invalid_choice',
    'Expected an item in the form that the answer has, such as 1_/prices.',
    attr,
  )
}
