import { z } from 'zod'
import type { Warning } from '#contract/warning.ts'
import type { FieldPaths } from '#shared/field-paths.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { notUsed } from './not-used.ts'

/** The field `modifiers` of every node, which says how clients want a question to be computed. */
export const Modifiers = z
  .record(z.string(), z.unknown(), 'Expected an object, such as {"convertToProjectTimezone": false}.')
  .refine(({ convertToProjectTimezone: value }) => !isGiven(value) || typeof value === 'boolean', {
    path: ['convertToProjectTimezone'],
    message: 'Expected true, or false for UTC.',
  })
  .nullish()

/**
 * Modifiers that do not change an answer in PostHog either, so they need no warning. There they only choose
 * how the answer is computed.
 */
const OF_EXECUTION: readonly string[] = [
  'convertToProjectTimezone',
  'debug',
  'forceClickhouseDataSkippingIndexes',
  'formatCsvAllowDoubleQuotes',
  'inCohortVia',
  'inlineCohortCalculation',
  'materializationMode',
  'materializedColumnsOptimizationMode',
  'optimizeJoinedFilters',
  'optimizeProjections',
  'parserMode',
  'personsArgMaxVersion',
  'personsJoinMode',
  'propertyGroupsMode',
  's3TableUseInvalidColumns',
  'sessionTableVersion',
  'sessionsV2JoinMode',
  'timings',
  'useMaterializedViews',
  'usePreaggregatedIntermediateResults',
  'usePreaggregatedTableTransforms',
  'usePresortedEventsTable',
  'useWebAnalyticsPreAggregatedTables',
]

const modifiersOf = ({ modifiers }: JsonObject): JsonObject => (isJsonObject(modifiers) ? modifiers : {})

/** Returns the time zone if the node asks for another one than the project's. */
export const zoneAsked = (node: JsonObject): { readonly timezone?: 'UTC' } =>
  modifiersOf(node).convertToProjectTimezone === false ? { timezone: 'UTC' } : {}

/** Returns a warning for each modifier that would change an answer of PostHog and does not change it here. */
export const modifiersLeftOut = (node: JsonObject, at: FieldPaths): Warning[] =>
  Object.entries(modifiersOf(node))
    .filter(([name, value]) => isGiven(value) && !OF_EXECUTION.includes(name))
    .map(([name]) => notUsed(at('modifiers', name), 'this server has no such modifier. Leave it out.'))
