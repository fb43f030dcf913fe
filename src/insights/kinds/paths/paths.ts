import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import { defineInsightKind } from '#insights/kind/kind.ts'
import { pathsCells } from './cells.ts'
import { fromFlatPaths, PathParameters, toFlatPaths } from './flat.ts'
import { includesAnyName } from './included-events.ts'
import { PathItem, pathItems, pathPicture, pathTable } from './items.ts'
import { PathsNode, pathsInSeries } from './node.ts'
import { planPaths } from './plan.ts'
import { pathsPeople, pathsQueries } from './queries.ts'
import { CHOICES, parsePaths } from './query.ts'
import { shapePaths } from './shape.ts'
import { excludedMentions, warningsOfPaths, warningsOfPathsAnswer } from './warnings.ts'

/** The paths kind of insight. Its semantics are in docs/semantics/paths.md. */
export const paths = defineInsightKind({
  names: { kind: 'paths', filter: 'PATHS', node: INSIGHT_NODES.PATHS },
  lighter: 'fewer event types, or fewer steps',
  wire: { node: PathsNode, flat: PathParameters, item: PathItem },
  calls: { path: 'path', noun: 'a path', schemaName: 'Path', get: 16, post: 17, answer: null },
  choices: CHOICES,
  parse: parsePaths,
  inSeries: pathsInSeries,
  warnings: warningsOfPaths,
  warningsOfAnswer: warningsOfPathsAnswer,
  mentions: excludedMentions,
  fromFlat: fromFlatPaths,
  toFlat: toFlatPaths,
  time: ({ dateRange }) => ({
    range: dateRange,
    interval: null,
    startsWithInterval: false,
    lastIntervals: null,
    compare: null,
  }),
  // A strict funnel reads every event, because any event ends a strict run.
  reads: ({ included, groupTypeIndex, funnel }) => ({
    isAnyEvent: includesAnyName(included) || funnel?.query.order === 'strict',
    countsAnyName: includesAnyName(included),
    people: groupTypeIndex === null,
  }),
  plan: planPaths,
  queries: pathsQueries,
  shape: shapePaths,
  items: pathItems,
  rows: null,
  table: pathTable,
  picture: pathPicture,
  cells: { ...pathsCells, people: pathsPeople },
})
