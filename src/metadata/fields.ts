/** The way in which a field is stored in its column. */
interface Storage<Value, Stored> {
  /** The value if none is given. */
  readonly empty: Value
  readonly toStored: (value: Value) => Stored
  readonly fromStored: (stored: Stored) => Value
}

/** Stores the value as it is. */
export const plain = <Value>(empty: Value): Storage<Value, Value> => ({
  empty,
  toStored: (value) => value,
  fromStored: (stored) => stored,
})

/** Stores a boolean as 0 or 1. */
export const FLAG: Storage<boolean, number> = {
  empty: false,
  toStored: Number,
  fromStored: (stored) => stored === 1,
}

/** Stores a JSON value as its text. */
export const json = <Value>(empty: Value): Storage<Value, string> => ({
  empty,
  toStored: (value) => JSON.stringify(value),
  fromStored: (stored) => JSON.parse(stored),
})

/** Stores a JSON value as its text, and null as null. */
export const JSON_OR_NULL: Storage<unknown, string | null> = {
  empty: null,
  toStored: (value) => (value === null ? null : JSON.stringify(value)),
  fromStored: (stored) => (stored === null ? null : JSON.parse(stored)),
}

/**
 * The fields of an insight, a dashboard, an action, an annotation or a cohort that clients write, each with
 * its column. The key of an entry is the name of the field in the code.
 */
export type Fields = Readonly<
  Record<
    string,
    {
      readonly column: string
      readonly empty: unknown
      readonly toStored: (value: never) => unknown
      readonly fromStored: (stored: never) => unknown
      /** Whether the log of changes mentions the field, under the name of its column. */
      readonly isLogged: boolean
      /** Whether a copy of the resource takes the value over. */
      readonly isCopied: boolean
    }
  >
>
export type ValuesOf<F extends Fields> = { readonly [Name in keyof F]: F[Name]['empty'] }
type ColumnsOf<F extends Fields> = {
  readonly [Name in keyof F as F[Name]['column']]: ReturnType<F[Name]['toStored']>
}

export const emptyValues = <F extends Fields>(fields: F): ValuesOf<F> =>
  mapped(fields, (name, { empty }) => [name, empty]) as ValuesOf<F>

export const toColumns = <F extends Fields>(fields: F, values: ValuesOf<F>): ColumnsOf<F> =>
  mapped(fields, (name, { column, toStored }) => [column, toStored(values[name] as never)]) as ColumnsOf<F>

export function toValues<F extends Fields>(fields: F, row: ColumnsOf<F>): ValuesOf<F> {
  const values: Record<string, unknown> = {}
  // This runs for every row of a list. A loop without closures is the fastest form.
  for (const name in fields) {
    const { column, fromStored } = fields[name] as F[string]
    values[name] = fromStored(row[column as keyof ColumnsOf<F>] as never)
  }
  return values as ValuesOf<F>
}

/** Returns the values that a copy takes over. */
export const copiedValues = <F extends Fields>(fields: F, values: ValuesOf<F>): Partial<ValuesOf<F>> =>
  mapped(fields, (name, { isCopied }) => (isCopied ? [name, values[name]] : null)) as Partial<ValuesOf<F>>

/** Returns the values that the log of changes compares, by the names that the log uses. */
export const loggedValues = <F extends Fields>(fields: F, values: ValuesOf<F>): Record<string, unknown> =>
  mapped(fields, (name, { column, isLogged }) => (isLogged ? [column, values[name]] : null))

function mapped<F extends Fields>(
  fields: F,
  entryOf: (name: string, field: F[string]) => readonly [string, unknown] | null,
): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, field]) => entryOf(name, field as F[string]))
  return Object.fromEntries(entries.filter((entry) => entry !== null))
}
