import { z } from 'zod'
import type { INSIGHT_NODES, InsightName } from '#contract/insight-kinds.ts'
import type { ReadData } from '#coordination/data-versions.ts'
import type { Engine, QueryOptions } from '#engine/engine.ts'
import type { TimeAsked } from '#query/date-range.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import type { FromFlat } from '#query/legacy/series-legacy.ts'
import type { Places } from '#query/places.ts'
import type { JsonObject } from '#shared/json-value.ts'
import type { Fragment } from '#sql/fragment.ts'
import type { Picture } from './picture.ts'
import type { Resolved } from './resolve.ts'

export interface KindNames {
  /** The name inside this program. */
  readonly kind: string
  /** The name in `insight` of saved filters and in lists. */
  readonly filter: InsightName
  /** The `kind` of its query node. */
  readonly node: (typeof INSIGHT_NODES)[InsightName]
  /** The `shown_as` of old saved filters of a trend that are computed as this kind. */
  readonly shownAs?: string
}

/** The two calls of the contract that compute a kind. */
export interface ComputeCalls<Item> {
  /** `insights/<path>/`. */
  readonly path: string
  /** The kind in a sentence: `a trend`. */
  readonly noun: string
  /** Before `Request` and `Result` in the document of the interface. */
  readonly schemaName: string
  /** The numbers of the calls in the contract. */
  readonly get: number
  readonly post: number
  /** The body of POST beside `is_cached`, `last_refresh` and `timezone`, as the contract has it. */
  readonly answer: z.ZodRawShape
  toAnswer(items: readonly Item[]): JsonObject
}

/** A statement for the engine, and what its rows are read as. */
export interface EngineQuery<Result> {
  readonly sql: Fragment
  run(engine: Engine, options: QueryOptions): Promise<Result>
}

/** A query whose rows are checked one by one. */
export const rowsOf = <Row extends z.ZodType>(row: Row, sql: Fragment): EngineQuery<z.output<Row>[]> => ({
  sql,
  run: async (engine, options) => z.array(row).parse(await engine.rows(sql, options)),
})

/** A table before it is written as CSV: names of columns, then rows of as many values. */
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

/**
 * Everything about one kind of insight. Each member is pure save the engine queries it returns; none has a default, so
 * that a kind that leaves one out does not compile. The members are called in this order: a form of the question is
 * parsed, its time and the data it reads are told, it is planned, its queries are run, their results shaped, the answer
 * written as items.
 */
export interface InsightKind<
  Node extends JsonObject = JsonObject,
  Flat extends JsonObject = JsonObject,
  Query extends InsightQuery = InsightQuery,
  Plan = unknown,
  Results extends object = object,
  Answer = unknown,
  Item = unknown,
  Cell = unknown,
> {
  readonly names: KindNames
  readonly wire: {
    /** The kind's query node, wrappers taken off. */
    readonly node: z.ZodType<Node> & z.ZodObject
    /** Its flat parameters, as saved filters hold them. */
    readonly flat: z.ZodType<Flat> & z.ZodObject
    /** One item of `results`. */
    readonly item: z.ZodType<Item> & z.ZodObject
  }
  /** Null where the contract has no calls that compute this kind alone. */
  readonly calls: ComputeCalls<Item> | null
  /** @throws RequestError that names the sender's field by `at`. */
  parse(node: Node, at: Places): Query
  /** @throws RequestError that names the flat parameter. */
  fromFlat(flat: Flat): FromFlat<Node>
  /** The saved filters of a node, or null where it has a field that changes numbers and flat parameters lack. */
  toFlat(node: JsonObject): JsonObject | null
  time(query: Query): TimeAsked
  /** The data that the answer depends on, besides the question and the time. */
  reads(query: Query): ReadData
  /** @throws RequestError for a question that this kind cannot answer. */
  plan(resolved: Resolved<Query>): Plan
  /** One or several; their names go into the log. */
  queries(plan: Plan): { readonly [Name in keyof Results]: EngineQuery<Results[Name]> }
  /** The answer, which is kept as JSON. */
  shape(plan: Plan, results: Results): Answer
  /** The answer in the words of the interface: `result` and `results`. */
  items(query: Query, answer: Answer): Item[]
  /** The friendly table of `format=csv`: docs/csv.md. */
  table(items: readonly Item[]): Table
  /** The chart and table of a shared page. */
  picture(items: readonly Item[]): Picture
  /** The actors behind one number, one row each with `actor`, from the same base fragment as the number. */
  people(plan: Plan, cell: Cell): Fragment
}

/** Holds the members of a kind to each other's types. */
export const defineInsightKind = <
  Node extends JsonObject,
  Flat extends JsonObject,
  Query extends InsightQuery,
  Plan,
  Results extends object,
  Answer,
  Item,
  Cell,
>(
  kind: InsightKind<Node, Flat, Query, Plan, Results, Answer, Item, Cell>,
): InsightKind<Node, Flat, Query, Plan, Results, Answer, Item, Cell> => kind
