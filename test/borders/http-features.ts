import { BELOW_HTTP, HTTP } from './folders.ts'

/** The features of `src/http`, each after the features that it may import. All may import `http/server`. */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  access: [],
  actions: ['access'],
  annotations: ['access'],
  capture: [],
  deletions: [],
  demo: [],
  events: [],
  groups: [],
  people: ['events'],
  cohorts: ['access', 'people'],
  insights: ['access', 'people'],
  dashboards: ['access', 'insights'],
  unsupported: [],
  web: [],
  sharing: ['dashboards', 'insights', 'web'],
}

/** The borders of the features, in the order of the list. */
export const HTTP_FEATURES = Object.entries(FEATURES).map(([name, others], place, all) => {
  const earlier = all.slice(0, place).map(([one]) => one)
  const later = others.find((other) => !earlier.includes(other))
  if (later !== undefined)
    throw new Error(`http/${name} imports http/${later}, which is not listed before it.`)
  return {
    path: `src/http/${name}`,
    others: others.map((other) => `http/${other}`),
    imports: [...BELOW_HTTP, 'http/server', ...others.map((other) => `http/${other}`)],
    packages: HTTP,
  }
})
