import fc from 'fast-check'
import type { GivenStatement } from './person-definition.ts'

/** Statements about the persons of a project, and two ways in which they could arrive. */
export interface GivenPeople {
  /** All statements, in order of time. */
  readonly said: readonly GivenStatement[]
  /** The statements in any order, cut into batches anywhere, some of them repeated. */
  readonly batches: readonly (readonly GivenStatement[])[]
  /** Whether the server restarts before each batch and so has nothing in memory. */
  readonly isForgetful: boolean
  /** For each client its requests; the requests of a client are in order of time. */
  readonly clients: readonly (readonly (readonly GivenStatement[])[])[]
}

const DISTINCT_IDS = ['ada', 'bob', 'cid', 'anon-1', 'anon-2', 'anon-3', 'Zoë', '__proto__']
const KEYS = ['plan', 'plan', 'source', 'source', '__proto__']
const START_US = Date.parse('2026-11-19T10:00:00Z') * 1000
const CLIENTS = 4
const MOST_SAID = 25

const distinctId = fc.constantFrom(...DISTINCT_IDS)
const keys = fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 2 })
// Undefined stands for a unique value, so that a mix-up of two values shows.
const value = fc.constantFrom(undefined, undefined, undefined, undefined, null, '', [{ deep: 1 }])
const properties = fc.array(fc.tuple(fc.constantFrom(...KEYS), value), { minLength: 1, maxLength: 2 })

const profile = { hasProfile: fc.constant(true), merge: fc.constant(null) }
const silent = { setOnce: fc.constant(null), set: fc.constant(null), unset: fc.constant(null) }
const talking = {
  setOnce: fc.option(properties, { freq: 2 }),
  set: fc.option(properties, { freq: 2 }),
  unset: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: keys }),
}
/** An `$identify` message, or an alias. */
const identify = { identifies: fc.boolean() }
const mergeOf = (isForced: boolean) => fc.record({ other: distinctId, isForced: fc.constant(isForced) })

const message = fc.oneof(
  { weight: 2, arbitrary: fc.record({ ...profile, ...silent }) },
  { weight: 2, arbitrary: fc.record({ ...profile, ...silent, hasProfile: fc.constant(false) }) },
  { weight: 4, arbitrary: fc.record({ ...profile, ...talking }) },
  { weight: 1, arbitrary: fc.record({ ...profile, ...talking, hasProfile: fc.constant(false) }) },
  { weight: 2, arbitrary: fc.record({ ...profile, ...silent, unset: keys }) },
  { weight: 4, arbitrary: fc.record({ ...profile, ...silent, ...identify, merge: mergeOf(false) }) },
  { weight: 3, arbitrary: fc.record({ ...profile, ...talking, ...identify, merge: mergeOf(false) }) },
  { weight: 2, arbitrary: fc.record({ ...profile, ...talking, merge: mergeOf(true) }) },
)

const sent = fc.record({
  message,
  distinctId,
  gapUs: fc.constantFrom(1, 1, 999, 1000, 60_000_000),
  batch: fc.nat(MOST_SAID - 1),
  place: fc.nat(99),
  client: fc.nat(CLIENTS - 1),
  endsRequest: fc.boolean(),
})
type Sent = typeof sent extends fc.Arbitrary<infer T> ? T : never

export const givenPeople: fc.Arbitrary<GivenPeople> = fc
  .record({
    sent: fc.array(sent, { minLength: 1, maxLength: MOST_SAID, size: 'max' }),
    batchCount: fc.constantFrom(1, 2, 3, 5, MOST_SAID),
    isForgetful: fc.boolean(),
    repeats: fc.array(fc.record({ batch: fc.nat(MOST_SAID - 1), at: fc.nat(MOST_SAID) }), { maxLength: 3 }),
  })
  .map(({ sent, batchCount, repeats, isForgetful }) => {
    const said = statementsOf(sent)
    const placed = sent.map((one, i) => ({ ...one, statement: said[i] as GivenStatement }))
    return { said, batches: batchesOf(placed, batchCount, repeats), clients: clientsOf(placed), isForgetful }
  })

function statementsOf(sent: readonly Sent[]): GivenStatement[] {
  let atUs = START_US
  return sent.map(({ message, distinctId, gapUs }, i) => {
    atUs += gapUs
    const valuesOf = (entries: readonly (readonly [string, unknown])[] | null, kind: string) =>
      entries &&
      Object.fromEntries(entries.map(([key, value]) => [key, value === undefined ? `${kind} ${i}` : value]))
    return {
      ...message,
      // A message that names its own distinct id has nothing to merge.
      identifies: 'identifies' in message && message.identifies && message.merge.other !== distinctId,
      distinctId,
      atUs,
      setOnce: valuesOf(message.setOnce, 'once'),
      set: valuesOf(message.set, 'set'),
    }
  })
}

interface Placed extends Sent {
  readonly statement: GivenStatement
}

function batchesOf(
  placed: readonly Placed[],
  count: number,
  repeats: readonly { readonly batch: number; readonly at: number }[],
): GivenStatement[][] {
  const batches = Array.from({ length: count }, (_, batch) =>
    placed
      .filter((one) => one.batch % count === batch)
      .sort((a, b) => a.place - b.place)
      .map(({ statement }) => statement),
  )
  return [
    ...batches.map((batch, at) => ({ batch, at })),
    ...repeats.map(({ batch, at }) => ({ batch: batches[batch % count] ?? [], at })),
  ]
    .sort((a, b) => a.at - b.at)
    .map(({ batch }) => batch)
    .filter((batch) => batch.length > 0)
}

function clientsOf(placed: readonly Placed[]): GivenStatement[][][] {
  return Array.from({ length: CLIENTS }, (_, client) => {
    const requests: GivenStatement[][] = [[]]
    for (const one of placed.filter((one) => one.client === client)) {
      requests.at(-1)?.push(one.statement)
      if (one.endsRequest) requests.push([])
    }
    return requests.filter((request) => request.length > 0)
  })
}
