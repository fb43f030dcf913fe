import type { Walks } from '#sequences/serve-walks.ts'
import { populationWalk } from './correlation/population-walk.ts'
import { funnelWalk } from './funnels/collect/funnel-walk.ts'
import { largestTextsWalk } from './funnels/collect/largest-texts-walk.ts'
import { peopleWalk } from './funnels/collect/people-walk.ts'
import { runsWalk } from './funnels/explain/runs-walk.ts'
import { spansWalk } from './paths/spans-walk.ts'

/** The walks by which answers are computed, by the names that `Walkers.run` takes. */
export const WALKS: Walks = {
  funnel: funnelWalk,
  'funnel values': largestTextsWalk,
  'funnel people': peopleWalk,
  'funnel runs': runsWalk,
  'funnel population': populationWalk,
  'funnel spans': spansWalk,
}
