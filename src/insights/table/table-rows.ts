import { z } from 'zod'
import type { QueryOptions } from '#engine/event-store.ts'
import { type Fragment, sql } from '#fragments/fragment.ts'
import type { HogqlType } from '#hogql/expression.ts'
import { elementOf, isArray } from '#hogql/functions/definition.ts'
import { asSent } from '#hogql/select/as-sent.ts'
import type { OutputColumn } from '#hogql/select/checked-query.ts'
import type { EngineQuery, Executors, PersonIds } from '#insights/kind/engine-query.ts'
import { mapInParts } from '#shared/large-json/map-in-parts.ts'
import { printQuery } from '#sql/statement/print-query.ts'
import { instantTextIn } from '#values/instant-text.ts'
import type { TablePlan } from './table-plan.ts'
import { shownValue } from './table-value.ts'

/** Values of a row as JSON, one for each column. */
export type TableRow = readonly unknown[]

/**
 * Number of rows that are handed over at once. In the traffic of the benches, this many whole events are 3
 * MB.
 */
const MOST_ROWS_AT_ONCE = 3_000

const Rows = z.array(z.record(z.string(), z.unknown()))

/** Query for the rows of a statement, with one row more than its limit if there are more. */
export function tableRows(plan: TablePlan): EngineQuery<TableRow[]> {
  const { columns } = plan.query.statement
  const statement = printTable(plan)
  return {
    sql: statement,
    run: async ({ engine, personIds }, options) => {
      const shownRows = showRows(plan, personIds)
      return mapInParts(
        await engine.rows(statement, { ...options, isLarge: plan.query.limit > MOST_ROWS_AT_ONCE }),
        (some) => shownRows(Rows.parse(some).map((row) => columns.map((_, place) => row[String(place)]))),
      )
    },
  }
}

/** Gives the rows of a statement to `receive`, some thousands at a time. */
export async function streamTable(
  plan: TablePlan,
  { engine, personIds }: Pick<Executors, 'engine' | 'personIds'>,
  options: QueryOptions,
  receive: (rows: readonly TableRow[]) => Promise<void>,
): Promise<void> {
  const shownRows = showRows(plan, personIds)
  await engine.stream(printTable(plan), options, async (rows) => receive(await shownRows(rows)))
}

const printTable = ({ query: { statement }, facts }: TablePlan): Fragment =>
  printQuery(asSent(statement), facts, shownForm)

/**
 * Returns a function that returns rows of the engine in the form of the interface. It serves all parts of one
 * answer, because it remembers the offsets of the time zone.
 */
function showRows(
  { query: { statement }, facts }: TablePlan,
  personIds: PersonIds,
): (rows: readonly TableRow[]) => Promise<TableRow[]> {
  const { columns } = statement
  const instantText = instantTextIn(facts.calendar.timezone)
  return async (rows) => {
    const uuids = await uuidsIn(rows, columns, (numbers) => personIds.uuidsOf(facts.projectId, numbers))
    const words = { uuids, instantText }
    return rows.map((row) =>
      row.map((value, place) => shownValue(value, columns[place]?.type ?? 'text', words)),
    )
  }
}

/**
 * Instant in epoch ms. `shownValue` makes its text, because the offsets of the engine are not right in all
 * zones.
 */
const instantMs = (of: Fragment) => sql`toUnixTimestamp64Milli(${of})`

function shownForm(of: Fragment, type: HogqlType): Fragment {
  if (elementOf(type) !== 'time') return of
  return isArray(type) ? sql`arrayMap(x -> ${instantMs(sql`x`)}, ${of})` : instantMs(of)
}

async function uuidsIn(
  rows: readonly TableRow[],
  columns: readonly OutputColumn[],
  find: (numbers: readonly number[]) => ReturnType<PersonIds['uuidsOf']>,
): Promise<ReadonlyMap<number, string>> {
  const places = columns.flatMap(({ type }, place) => (elementOf(type) === 'person' ? [place] : []))
  const numbers = new Set(rows.flatMap((row) => places.flatMap((place) => numbersIn(row[place]))))
  return numbers.size === 0 ? new Map() : find([...numbers])
}

const numbersIn = (value: unknown): number[] => {
  if (Array.isArray(value)) return value.flatMap(numbersIn)
  return typeof value === 'number' ? [value] : []
}
