import { quoted } from '#contract/nearest-name.ts'
import type { Warning } from '#contract/warning.ts'
import { funnelNumbersLeftOut } from '#insights/runs/question/warnings.ts'
import { type DateRange, parseDateRange } from '#query/date-range.ts'
import type { Mention } from '#query/mentions.ts'
import { attrOf, type FieldPaths, type Path } from '#shared/field-paths.ts'
import { isReadableRegex } from '#values/readable-regex.ts'
import { bareItem, canBeOtherItem } from './item-rules.ts'
import { funnelSourceOf, type PathsNode } from './node.ts'
import type { PathsQuery } from './query.ts'
import type { PathsAnswer } from './shape.ts'

export const warningsOfPaths = (query: PathsQuery, node: PathsNode, at: FieldPaths): Warning[] => [
  ...unreadableRules(query, at),
  ...funnelDatesLeftOut(query, node, at),
  ...numbersLeftOut(node, at),
]

function numbersLeftOut(node: PathsNode, at: FieldPaths): Warning[] {
  const source = funnelSourceOf(node)
  const inSource: FieldPaths = (...field) => at('funnelPathsFilter', 'funnelSource', ...field)
  return source === null ? [] : funnelNumbersLeftOut(source, inSource, 'A path')
}

/** Returns the warnings about names in a question that follow from its answer. */
export const warningsOfPathsAnswer = (
  query: PathsQuery,
  node: PathsNode,
  at: FieldPaths,
  { edges, found }: PathsAnswer,
): Warning[] => [
  ...unknownExclusions(query, node, at, found),
  ...(edges.length === 0 ? pointsOfEmptyPaths(query, at) : []),
]

/**
 * Warns about exclusions that are no item of the range. Names of events are not checked here, because they
 * are looked up among the definitions.
 */
const unknownExclusions = (
  query: PathsQuery,
  { pathsFilter }: PathsNode,
  at: FieldPaths,
  found: readonly string[],
): Warning[] =>
  (pathsFilter?.excludeEvents ?? []).flatMap((item, i) =>
    !canBeOtherItem(item, query) || found.includes(bareItem(item))
      ? []
      : [
          {
            code: 'unknown_item',
            detail: `No event in this range has the item ${quoted(item)}: excluding it changes nothing. To see the items that exist, leave this field out.`,
            attr: attrOf(at('pathsFilter', 'excludeEvents', i)),
          },
        ],
  )

/**
 * Warns about the start point and the end point if the answer has no edge. Either no path has such a point,
 * or no path goes on from the start or leads to the end. A typing error in a point has this effect.
 */
const pointsOfEmptyPaths = ({ startPoint, endPoint }: PathsQuery, at: FieldPaths): Warning[] => {
  const warningOf = (point: string | null, field: string, words: string) =>
    point === null
      ? []
      : [
          {
            code: 'unknown_point',
            detail: `No path in this range ${words} ${quoted(point)}. To see the items that exist, leave this field out.`,
            attr: attrOf(at('pathsFilter', field)),
          },
        ]
  return [
    ...warningOf(startPoint, 'startPoint', 'goes on from'),
    ...warningOf(endPoint, 'endPoint', 'leads to'),
  ]
}

/**
 * Returns the names of events among the excluded items, unless an item can be the name of a screen or the
 * value of an expression.
 */
export function excludedMentions({ pathsFilter }: PathsNode, at: FieldPaths): Mention[] {
  const { excludeEvents, includeEventTypes, pathsHogQLExpression } = pathsFilter ?? {}
  const types = includeEventTypes ?? []
  const isEveryName = types.length > 0 && !types.includes('$screen') && !types.includes('hogql')
  if (!isEveryName || pathsHogQLExpression) return []
  return (excludeEvents ?? []).flatMap((name, i): Mention[] =>
    isAddress(name) ? [] : [{ of: 'event', name, attr: attrOf(at('pathsFilter', 'excludeEvents', i)) }],
  )
}

/** Whether a text can be the address of a page, or a grouping of items. */
const isAddress = (item: string) => /[/*]/.test(item)

/** Warns about each cleaning rule that cannot be read and therefore changes nothing. */
const unreadableRules = ({ rules }: PathsQuery, at: FieldPaths): Warning[] =>
  rules.cleaning.flatMap(({ regex }) =>
    isReadableRegex(regex) ? [] : [unreadableRule(regex, at('pathsFilter', 'localPathCleaningFilters'))],
  )

const unreadableRule = (regex: string, path: Path): Warning => ({
  code: 'unreadable_regex',
  detail: `The regular expression ${quoted(regex)} cannot be read: the syntax is that of RE2. The rule changes nothing.`,
  attr: attrOf(path),
})

/** Warns about a funnel with dates of its own, which the dates of the paths replace. */
function funnelDatesLeftOut({ dateRange }: PathsQuery, node: PathsNode, at: FieldPaths): Warning[] {
  const own = funnelSourceOf(node)?.dateRange
  const hasDates = own?.date_from || own?.date_to
  if (!hasDates || isSame(parseDateRange(own), dateRange)) return []
  return [
    {
      code: 'funnel_dates_left_out',
      detail: 'The funnel uses the dates of the paths. Its own dates have no effect.',
      attr: attrOf(
        at('funnelPathsFilter', 'funnelSource', 'dateRange', own?.date_from ? 'date_from' : 'date_to'),
      ),
    },
  ]
}

const isSame = (a: DateRange, b: DateRange) =>
  a.from === b.from && a.to === b.to && a.isExplicit === b.isExplicit
