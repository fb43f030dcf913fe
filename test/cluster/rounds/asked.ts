/** A question whose answer is a number of visitors, known before: two for a funnel, one for each step. */
export interface AskedQuestion {
  readonly name: string
  readonly path: string
  body(client: string): object
  /** Reads the numbers of an answer. */
  numbers(body: Body): number[]
  /** The largest number of persons that a visitor is seen as before the answer to the capture. */
  readonly persons: 1 | 2
}
// biome-ignore lint/suspicious/noExplicitAny: bodies of several routes, each of which its question knows
export type Body = any

/** The visitors that were acknowledged before a question was sent, and those sent until it was answered. */
export interface Range {
  readonly least: number
  readonly most: number
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const FROM = { date_from: '-3d' }
const COMPUTED = { refresh: 'force_blocking' }
const statement = (text: (client: string) => string, more: object) => (client: string) => ({
  query: { kind: 'HogQLQuery', query: text(client) },
  ...more,
})

/** One of each way to ask the servers: through the table of all shards, and each shard for itself. */
export const QUESTIONS: readonly AskedQuestion[] = [
  {
    name: 'trend',
    path: '/insights/trend/',
    body: (client) => ({ events: [{ id: `${client} looked` }], ...FROM, ...COMPUTED }),
    numbers: ({ result }) => [sum(result[0].data)],
    persons: 1,
  },
  {
    name: 'funnel',
    path: '/insights/funnel/',
    body: (client) => ({
      events: [{ id: `${client} looked` }, { id: `${client} ordered`, order: 1 }],
      ...FROM,
    }),
    numbers: ({ result }) => result.map(({ count }: { count: number }) => count),
    persons: 1,
  },
  {
    name: 'persons',
    path: '/query/',
    body: statement(
      (client) => `select count(distinct person_id) from events where properties.client = '${client}'`,
      COMPUTED,
    ),
    numbers: ({ results }) => [results[0][0]],
    persons: 2,
  },
  {
    name: 'events',
    path: '/query/',
    body: statement((client) => `select count() from events where event = '${client} ordered'`, {}),
    numbers: ({ results }) => [results[0][0]],
    persons: 1,
  },
]

/**
 * Returns whether the numbers are right. A visitor whose capture is not answered yet may be seen as two
 * persons, if the question has read the merges just before.
 */
export const isWithin = (
  { persons }: AskedQuestion,
  numbers: readonly number[],
  { least, most }: Range,
): boolean =>
  numbers.length > 0 && numbers.every((one) => one >= least && one <= least + persons * (most - least))
