const MASK = (1n << 64n) - 1n
const MULTIPLIER = 0x9ddfea08eb382d69n

// `numberHash` hashes a number, and `combined` combines two hashes, as cityHash64 of ClickHouse does.
function numberHash(value: bigint): bigint {
  let x = value ^ 0x4cf2d2baae6da887n
  x ^= x >> 33n
  x = (x * 0xff51afd7ed558ccdn) & MASK
  x ^= x >> 33n
  x = (x * 0xc4ceb9fe1a85ec53n) & MASK
  return x ^ (x >> 33n)
}

function combined(low: bigint, high: bigint): bigint {
  let a = ((low ^ high) * MULTIPLIER) & MASK
  a ^= a >> 47n
  let b = ((high ^ a) * MULTIPLIER) & MASK
  b ^= b >> 47n
  return (b * MULTIPLIER) & MASK
}

/** Returns `cityHash64(first, second)` of ClickHouse for two unsigned numbers. */
export const cityHash = (first: number, second: number): bigint =>
  combined(numberHash(BigInt(first)), numberHash(BigInt(second)))

const DAY_MS = 86_400_000
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/**
 * The column that decides the shard of a row, together with the project. The keys are the names of the
 * tables. `number` returns the number that is hashed for a value of the column.
 */
const KEYS: Readonly<
  Record<string, { readonly column: string; readonly number: (field: string) => number }>
> = {
  events: { column: 'person', number: Number },
  unanchored_event: { column: 'day', number: dayNumber },
}

/** Divides rows, given as TabSeparated lines, among `shards` shards. A shard may get no lines. */
export function divideLines(
  table: string,
  columns: readonly string[],
  lines: readonly string[],
  shards: number,
): string[][] {
  const key = KEYS[table]
  const projectAt = columns.indexOf('project_id')
  const keyAt = key === undefined ? -1 : columns.indexOf(key.column)
  if (key === undefined || projectAt === -1 || keyAt === -1)
    throw new Error(`A row of ${table} is sent to a shard by its project and its key.`)
  const divided = Array.from({ length: shards }, (): string[] => [])
  const last = Math.max(projectAt, keyAt) + 1
  for (const line of lines) {
    const fields = line.split('\t', last)
    const hash = cityHash(Number(fields[projectAt]), key.number(fields[keyAt] ?? ''))
    divided[Number(hash % BigInt(shards))]?.push(line)
  }
  return divided
}
