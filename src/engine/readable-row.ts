/**
 * A row as a TabSeparated line of the table's columns, with `properties_raw` last if the table has
 * properties. `flat` is a further field: the properties in the form that `flatProperties` returns. It is
 * empty if they have this form already.
 */
export interface ReadableRow {
  readonly line: string
  readonly flat: string
}
