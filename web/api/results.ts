import type { components } from './schema.d.ts'

type Schemas = components['schemas']

/** `T` with all of its fields read-only, because several parts of the page share one answer. */
type Immutable<T> = T extends readonly (infer One)[]
  ? readonly Immutable<One>[]
  : T extends object
    ? { readonly [Name in keyof T]: Immutable<T[Name]> }
    : T

/** The type of a schema of the interface, by its name in the OpenAPI document. */
export type Schema<Name extends keyof Schemas> = Immutable<Schemas[Name]>

/** The `kind` values of all query nodes that the server answers. */
type QueryKind = {
  [Name in keyof Schemas]: Name extends `${infer Kind}Results` ? Kind : never
}[keyof Schemas]

/** The `results` of the answer to a query node of any kind. */
export type Results = Schema<`${QueryKind}Results`>
/** The `results` of the answer to a query node of the kind `Kind`. */
export type ResultsOf<Kind extends string> = Kind extends QueryKind ? Schema<`${Kind}Results`> : Results
