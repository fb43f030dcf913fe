import { bound, type Fragment, sql } from '../src/fragments/fragment.ts'
import { paths } from '../src/insights/kinds/paths/paths.ts'
import type { PathsQuery } from '../src/insights/kinds/paths/query.ts'
import type { Walk } from '../src/sequences/actor-events.ts'
import { flatQuestion, resolvedQuestion } from '../test/fixtures/questions.ts'
import { askedOf, walked } from './asked-kind.ts'
import { type Asked, calendarAt, type Pair } from './pairs.ts'
import { ADDRESS, plainPaths, plainPathsThenNames, plainPathsWithNames } from './plain-paths.ts'

const PAGES = { include_event_types: ['$pageview'] }
const FUNNEL = {
  events: ['$pageview', 'added to cart', 'purchased'].map((id, order) => ({ id, order })),
  funnel_step: 2,
}
const SESSION_GAP_MS = 30 * 60_000
const MOST_ITEMS = 5

/**
 * Compares paths on much traffic. All queries of a question are compared with a plain statement and with a
 * walk.
 */
export function pathPairs(nowMs: number, events: number): Pair[] {
  const planOf = (parameters: object) => {
    const query = flatQuestion(paths, { ...PAGES, ...parameters }).query as PathsQuery
    return paths.plan(resolvedQuestion(paths, query, calendarAt(nowMs), { events }))
  }
  const ours = (parameters: object): Asked => askedOf(paths.queries(planOf(parameters)), events)
  const views = (date_from: string): Fragment => {
    const { fromMs, toMs } = planOf({ date_from }).period
    return sql`project_id = 1
  AND event = '$pageview'
  AND day >= ${dayAt(fromMs)}
  AND day <= ${dayAt(toMs - 1)}`
  }
  return [
    ...['-7d', '-30d'].flatMap((date_from): Pair[] => [
      {
        measure: `paths of ${date_from} with exact times and names, against seconds and 32 bits, without both`,
        ours: ours({ date_from }),
        theirs: plainPaths(views(date_from)),
      },
      {
        measure: `paths of ${date_from} with exact times and names, against seconds and 32 bits, with names in a second statement`,
        ours: ours({ date_from }),
        theirs: plainPathsThenNames(views(date_from)),
      },
      {
        measure: `paths of ${date_from}, against one plain statement with the same times, names and averages`,
        ours: ours({ date_from }),
        theirs: plainPathsWithNames(views(date_from)),
      },
      {
        measure: `paths of ${date_from}, against a walk without names`,
        ours: ours({ date_from }),
        theirs: walked(rowsOfViews(views(date_from)), edgesOf),
      },
    ]),
    {
      measure: 'paths of -30d after a step of a funnel, against those of all persons',
      ours: ours({ date_from: '-30d', funnel_paths: 'funnel_path_after_step', funnel_filter: FUNNEL }),
      theirs: ours({ date_from: '-30d' }),
    },
  ]
}

const dayAt = (epochMs: number) => sql`${bound('Date', new Date(epochMs).toISOString().slice(0, 10))}`
const rowsOfViews = (views: Fragment): Fragment => sql`SELECT
  person AS actor,
  toFloat64(toUnixTimestamp64Milli(ts)) AS at,
  toUInt32(cityHash64(${ADDRESS})) AS mask
FROM events
WHERE ${views}`

interface Edge {
  value: number
  tookMs: number
}

/**
 * Walks the edges of all sessions, by step and by the numbers of both items. The 50 edges with the highest
 * value are picked at the end.
 */
function edgesOf(): Walk<unknown> {
  const steps = Array.from({ length: MOST_ITEMS - 1 }, () => new Map<number, Map<number, Edge>>())
  const addEdge = (step: number, source: number, target: number, ms: number) => {
    const bySource = steps[step]
    let byTarget = bySource?.get(source)
    if (byTarget === undefined) {
      byTarget = new Map()
      bySource?.set(source, byTarget)
    }
    const edge = byTarget.get(target)
    if (edge === undefined) byTarget.set(target, { value: 1, tookMs: ms })
    else {
      edge.value++
      edge.tookMs += ms
    }
  }
  return {
    actor(_, { atMs, mask }, from, to) {
      let step = 0
      let source = mask[from] as number
      let sourceMs = atMs[from] as number
      for (let place = from + 1; place < to; place++) {
        const [item, ms] = [mask[place] as number, atMs[place] as number]
        const isNext = ms - (atMs[place - 1] as number) < SESSION_GAP_MS
        if (isNext && item !== source && step < MOST_ITEMS - 1) addEdge(step, source, item, ms - sourceMs)
        step = isNext ? step + Number(item !== source) : 0
        source = item
        sourceMs = ms
      }
    },
    result: () =>
      steps
        .flatMap((bySource, step) =>
          [...bySource].flatMap(([source, byTarget]) =>
            [...byTarget].map(([target, edge]) => ({ step, source, target, ...edge })),
          ),
        )
        .sort((a, b) => b.value - a.value)
        .slice(0, 50),
  }
}
