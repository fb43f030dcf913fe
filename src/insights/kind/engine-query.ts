import type { z } from 'zod'
import type { EventStore, QueryOptions } from '#engine/event-store.ts'
import type { Fragment } from '#fragments/fragment.ts'
import type { Walkers } from '#sequences/walkers.ts'
import { checkedRows } from './row-values.ts'

/** The services that run the queries of a kind. */
export interface Executors {
  readonly engine: EventStore
  /** Runs queries whose rows are walked outside of the engine. */
  readonly walkers: Walkers
  /** Finds the ids of persons, which the engine does not know. */
  readonly personIds: PersonIds
}

/** Translates between the ids of persons in the interface and their numbers in the event store. */
export interface PersonIds {
  /** Returns the ids by number. A number without a person, or of another project, is left out. */
  uuidsOf(projectId: number, numbers: readonly number[]): Promise<ReadonlyMap<number, string>>
  /** Returns the numbers by id. An unknown id is left out. */
  numbersOf(projectId: number, uuids: readonly string[]): Promise<ReadonlyMap<string, number>>
}

/** A statement for the engine, and the function that runs it and parses its rows. */
export interface EngineQuery<Result> {
  /** The statement. If it depends on earlier results: the statement for empty earlier results. */
  readonly sql: Fragment
  /** Set if the rows are walked outside of the engine. */
  readonly isWalked?: true
  /** Runs the query. `earlier` has the results of the queries that ran before it, by name. */
  run(
    executors: Executors,
    options: QueryOptions,
    earlier?: Readonly<Record<string, unknown>>,
  ): Promise<Result>
}

/** A query whose rows are checked against a schema. */
export const rowsOf = <Row extends z.ZodType>(row: Row, sql: Fragment): EngineQuery<z.output<Row>[]> =>
  rowsAfter(row, () => sql)

/** A query like {@link rowsOf}, whose statement is made from the results of earlier queries. */
export const rowsAfter = <Row extends z.ZodType, Earlier extends object>(
  row: Row,
  statement: (earlier: Partial<Earlier>) => Fragment,
): EngineQuery<z.output<Row>[]> => ({
  // The text is made only when it is read, because few clients ask for it and it can be long: the statement
  // of a question by minutes contains 8,640 buckets.
  get sql() {
    return statement({})
  },
  run: async ({ engine }, options, earlier = {}) =>
    checkedRows(row, await engine.rows(statement(earlier as Partial<Earlier>), options)),
})

/** A query whose result is its own statement, which is known without running anything. */
export const knownStatement = (sql: Fragment): EngineQuery<Fragment> => ({ sql, run: async () => sql })
