import { startConvert } from './funnels/walk/convert-walk.ts'
import { startPeople } from './funnels/walk/people-walk.ts'
import { startRanking } from './funnels/walk/ranking-walk.ts'
import { startSteps } from './funnels/walk/steps-walk.ts'
import { startTrends } from './funnels/walk/trends-walk.ts'

/** All walks over the events of actors, by the names under which a worker starts them. */
export const WALKS = {
  'funnel-steps': startSteps,
  'funnel-trends': startTrends,
  'funnel-convert': startConvert,
  'funnel-people': startPeople,
  'funnel-ranking': startRanking,
}
