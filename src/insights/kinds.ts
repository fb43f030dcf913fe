// biome-ignore-all lint/performance/noBarrelFile: a line a kind, so that adding one changes one line.
/** The kinds of insights: the only list of them. `registry.ts` finds them by their names. */
export { funnels } from './funnels/funnels.ts'
export { lifecycle } from './lifecycle/lifecycle.ts'
export { stickiness } from './stickiness/stickiness.ts'
export { trends } from './trends/trends.ts'
