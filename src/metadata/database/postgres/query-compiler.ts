import {
  ColumnDefinitionNode,
  type DataTypeNode,
  PostgresQueryCompiler,
  type RootOperationNode,
} from 'kysely'

/** Column types of the migrations that have another name in PostgreSQL. */
const TYPES: Readonly<Record<string, string>> = {
  // An integer of SQLite has 64 bits. Ids that clients send are compared with such columns. If a column had
  // a smaller type, a larger id would be an error.
  integer: 'bigint',
  blob: 'bytea',
}

/**
 * Prints statements that mean the same as in SQLite.
 *
 * - Every value has a type. PostgreSQL takes untyped numbers next to each other for texts, so that 10 would
 *   be less than 9.
 * - Text columns are compared by their bytes, whatever the collation of the database.
 */
export class TypedQueryCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    super.appendValue(value)
    const type = typeOf(value)
    if (type !== null) this.append(`::${type}`)
  }

  protected override visitDataType(node: DataTypeNode): void {
    const { dataType } = node
    this.append(TYPES[dataType] ?? dataType)
    const { parentNode } = this
    if (dataType === 'text' && parentNode !== undefined && ColumnDefinitionNode.is(parentNode))
      this.append(' collate "C"')
  }
}

function typeOf(value: unknown): string | null {
  if (typeof value === 'string') return 'text'
  if (typeof value === 'bigint') return 'bigint'
  if (typeof value === 'number') return typeOfNumber(value)
  return value instanceof Uint8Array ? 'bytea' : null
}

function typeOfNumber(value: number): string {
  if (Number.isSafeInteger(value)) return 'bigint'
  // A whole number beyond 2^53 may be written with an exponent: JavaScript does so from 1e21 on. `numeric`
  // reads an exponent.
  return Number.isInteger(value) ? 'numeric' : 'double precision'
}

const READING: readonly RootOperationNode['kind'][] = ['SelectQueryNode', 'SetOperationNode' as never]
const READING_TEXT = /^\s*(?:select|show|with|explain|values)\b/i

/**
 * Whether a statement only reads. A statement that is written as text counts as one that reads if it begins
 * like a query.
 */
export const isReading = ({ kind }: RootOperationNode, text: string): boolean =>
  READING.includes(kind) || (kind === 'RawNode' && READING_TEXT.test(text))
