/**
 * The data that can be exported, by nouns. A noun of rows is exported by one statement, and in any format. A
 * noun of a list is exported as JSON lines.
 */
export const ROW_NOUNS = ['events', 'persons', 'groups', 'cohort-people'] as const
export const LIST_NOUNS = ['insights', 'dashboards', 'cohorts', 'actions', 'annotations'] as const
export const NOUNS = [...ROW_NOUNS, ...LIST_NOUNS] as const
export type RowNoun = (typeof ROW_NOUNS)[number]
export type ListNoun = (typeof LIST_NOUNS)[number]
export type Noun = (typeof NOUNS)[number]

export const isRowNoun = (noun: Noun): noun is RowNoun => ROW_NOUNS.some((one) => one === noun)

/** A range in epoch ms. Null means that there is no bound. */
export interface TimeRange {
  readonly fromMs: number | null
  readonly toMs: number | null
}

const STATEMENTS: Readonly<Record<RowNoun, string>> = {
  events: 'select uuid, event, distinct_id, person_id, timestamp, properties from events',
  persons: 'select id, created_at, is_identified, properties from persons',
  groups: 'select index, key, created_at, properties from groups',
  'cohort-people': 'select cohort_id, person_id from cohort_people',
}

/**
 * Returns the statement that selects all rows of a noun. The range applies to events only. It includes its
 * first instant and excludes `toMs`.
 */
export function statementOf(noun: RowNoun, { fromMs, toMs }: TimeRange): string {
  const bounds = [
    ...(fromMs === null ? [] : [`timestamp >= '${new Date(fromMs).toISOString()}'`]),
    ...(toMs === null ? [] : [`timestamp < '${new Date(toMs).toISOString()}'`]),
  ]
  const where = noun === 'events' && bounds.length > 0 ? ` where ${bounds.join(' and ')}` : ''
  return `${STATEMENTS[noun]}${where}`
}
