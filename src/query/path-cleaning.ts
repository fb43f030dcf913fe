import type { PathCleaningFilter } from '#contract/project.ts'
import type { Breakdown } from './breakdown.ts'
import type { InsightQuery } from './insight-query.ts'

/**
 * A rule that cleans the items of a path or the values of a breakdown. Each match of `regex` in an item or
 * a value is replaced by `alias`.
 */
export interface CleaningRule {
  readonly regex: string
  /** The replacement. In it, `\0` to `\9` stand for the match and its groups. */
  readonly alias: string
}

/** A rule in the form in which a question or a project has it. */
export interface GivenRule {
  readonly regex: string
  readonly alias?: string | null | undefined
  readonly order?: number | null | undefined
}

/** Sorts rules by their `order`. The rules must have been checked before. */
export const inOrder = (rules: readonly GivenRule[]): CleaningRule[] =>
  rules
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ regex, alias }) => ({ regex, alias: alias ?? '' }))

/** Returns whether an answer depends on the path cleaning rules of the project. */
export const readsPathCleaning = ({
  cleansPaths,
  breakdown,
}: Pick<InsightQuery, 'cleansPaths' | 'breakdown'>): boolean =>
  cleansPaths === true ||
  (breakdown?.kind === 'properties' && breakdown.by.some((one) => one.cleansPaths === true))

/** Returns the breakdown. Values that ask for path cleaning get the rules of the project. */
export const withPathCleaning = (
  breakdown: Breakdown | null,
  filters: readonly PathCleaningFilter[],
): Breakdown | null =>
  breakdown?.kind !== 'properties'
    ? breakdown
    : {
        ...breakdown,
        by: breakdown.by.map((one) => (one.cleansPaths ? { ...one, cleaning: inOrder(filters) } : one)),
      }
