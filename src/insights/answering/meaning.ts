import { createHash } from 'node:crypto'
import { minuteOf, readsTime, statementReadsTime } from '#hogql/reads-time.ts'
import { readsOfCohort } from '#query/cohorts/cohort.ts'
import type { Definitions } from '#query/definitions.ts'
import type { Filter } from '#query/filter.ts'
import { datesIn, instantsOfDate } from '#query/filter-dates.ts'
import { expressionsIn } from '#query/values-read.ts'
import type { Calendar } from '#values/date-text.ts'
import type { Question } from './question.ts'
import { filtersOf } from './read-data.ts'

/**
 * Returns the present meaning of a question as text; empty if the meaning depends on nothing but the
 * question itself. The meaning consists of the definitions that the question names, the numeric properties
 * in it, and the instants of the dates in its filters. If an expression reads the time, the present minute
 * is one of these instants. A cached result whose question had another meaning is out of date.
 */
export function meaningOf(
  question: Pick<Question, 'project' | 'query'>,
  definitions: Definitions,
  calendar: Calendar,
): string {
  const { actions, cohorts, listedCohorts, numbers, personNumbers } = definitions
  const ofCohorts = [...cohorts.values()].map((cohort) => readsOfCohort(cohort, definitions))
  const all = [...filtersOf(question, definitions), ...ofCohorts.flatMap((cohort) => cohort.filters)]
  const dates = [...all.flatMap(datesIn), ...ofCohorts.flatMap((cohort) => cohort.dates)]
  const ofDates = dates.map((date) => instantsOfDate(date, calendar).fromMs)
  const instants =
    all.some(readsNow) || expressionsIn(question.query).some(readsTime) || statementReadsTime(question.query)
      ? [...ofDates, minuteOf(calendar.nowMs)]
      : ofDates
  const isOwn =
    actions.size === 0 &&
    cohorts.size === 0 &&
    [listedCohorts, numbers, personNumbers].every((found) => found === undefined)
  if (isOwn && instants.length === 0) return ''
  const meaning = JSON.stringify([
    ...[[...actions], [...cohorts], instants, listedCohorts],
    ...(numbers === undefined ? [] : [[...numbers]]),
    ...(personNumbers === undefined ? [] : [{ persons: [...personNumbers] }]),
  ])
  return `~${createHash('sha256').update(meaning).digest('base64url')}`
}

const readsNow = (filter: Filter) => filter.on === 'hogql' && readsTime(filter.expression)
