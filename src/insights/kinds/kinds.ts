// biome-ignore-all lint/performance/noBarrelFile: a line a kind, so that adding one changes one line.
/** The only list of the kinds of insights. `questions/find-kind.ts` finds a kind by its name. */
export { actors } from './actors/actors.ts'
export { correlation } from './correlation/correlation.ts'
export { events } from './events/events.ts'
export { funnels } from './funnels/funnels.ts'
export { groups } from './groups/groups.ts'
export { lifecycle } from './lifecycle/lifecycle.ts'
export { paths } from './paths/paths.ts'
export { retention } from './retention/retention.ts'
export { sessions } from './sessions/sessions.ts'
export { sql } from './sql/sql.ts'
export { stickiness } from './stickiness/stickiness.ts'
export { trends } from './trends/trends.ts'
