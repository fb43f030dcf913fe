import { z } from 'zod'
import type { HogqlType } from '#hogql/expression.ts'
import { nodesIn } from '#hogql/expression.ts'
import { elementOf, isArray } from '#hogql/functions/definition.ts'
import { type CheckedQuery, type OutputColumn, partsOfQuery } from '#hogql/select/checked-query.ts'
import { printQuery } from '#hogql/select/print-query.ts'
import type { EngineQuery, PersonIds } from '#insights/kind.ts'
import { type Fragment, sql } from '#sql/fragment.ts'
import type { TablePlan } from './table-plan.ts'
import { shownValue } from './table-value.ts'

/** A value for each column, as JSON. */
export type TableRow = readonly unknown[]

const Row = z.record(z.string(), z.unknown())

/** The rows of a statement, with one more than its limit where there are more. */
export function tableRows({ query: { statement }, facts }: TablePlan): EngineQuery<TableRow[]> {
  const print = (personNumbers: ReadonlyMap<string, number>) =>
    printQuery(statement, { ...facts, personNumbers }, shownForm)
  return {
    sql: print(new Map()),
    async run({ engine, personIds }, options) {
      const { projectId } = facts
      const named = personsIn(statement)
      const personNumbers = named.length === 0 ? new Map() : await personIds.numbersOf(projectId, named)
      const found = z.array(Row).parse(await engine.rows(print(personNumbers), options))
      const rows = found.map((row) => statement.columns.map((_, place) => row[String(place)]))
      const uuids = await uuidsIn(rows, statement.columns, (numbers) => personIds.uuidsOf(projectId, numbers))
      return rows.map((row) =>
        row.map((value, place) => shownValue(value, statement.columns[place]?.type ?? 'text', uuids)),
      )
    },
  }
}

/** The ids of persons that a statement names. */
const personsIn = (statement: CheckedQuery): string[] =>
  partsOfQuery(statement)
    .flatMap(nodesIn)
    .flatMap((node) => (node.kind === 'value' && node.type === 'person' ? [String(node.value)] : []))

/** An instant as text with its offset, whose form `shownValue` completes: the engine's own has no offset. */
const instantText = (of: Fragment) => sql`formatDateTime(${of}, '%Y-%m-%dT%H:%i:%S.%f%z')`

function shownForm(of: Fragment, type: HogqlType): Fragment {
  if (elementOf(type) !== 'time') return of
  return isArray(type) ? sql`arrayMap(x -> ${instantText(sql`x`)}, ${of})` : instantText(of)
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
