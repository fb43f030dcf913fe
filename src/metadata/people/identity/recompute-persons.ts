import { type Link, linkKey, type Person, replay } from '#identity/persons.ts'
import type { MetadataTransaction } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { type IdRow, idsByNumber, moveIds } from './id-rows.ts'
import { linksOf } from './link-rows.ts'
import { personsByRoot, removePersons } from './person-rows.ts'
import { newVersion, savePersons } from './workspace.ts'

/**
 * Highest number of links between ids whose persons are recomputed. With more links it would take too long.
 * The persons then stay as they were made in the order of arrival.
 */
const MAX_LINKS = 5_000
/**
 * Highest number of late ids of a transaction whose persons are recomputed. The persons of the other late
 * ids stay as they were made in the order of arrival.
 */
const MAX_IDS = 5_000
/**
 * Number of ids whose links are followed together. All other changes wait for the transaction, so it must
 * not take a statement for each id.
 */
const IDS_A_WALK = 500

/**
 * Recomputes the persons of these ids, and of all ids that are linked to them, from all their assignments
 * and links. The result is what it would be if everything had arrived in the order in which it happened.
 */
export async function recomputePersons(
  transaction: MetadataTransaction,
  projectId: number,
  numbers: Iterable<number>,
): Promise<void> {
  const walked: Walked = { done: new Set(), tooLarge: new Set() }
  let left = MAX_IDS
  for (const some of chunksOf([...numbers], IDS_A_WALK)) {
    const open = openOf(walked, some).slice(0, left)
    left -= open.length
    await recomputeAround(transaction, projectId, open, walked)
  }
}

interface Walked {
  /** Ids whose persons are recomputed. */
  readonly done: Set<number>
  /** Ids whose persons are not recomputed, because too many links connect them with other ids. */
  readonly tooLarge: Set<number>
}
const openOf = ({ done, tooLarge }: Walked, numbers: readonly number[]) =>
  numbers.filter((number) => !done.has(number) && !tooLarge.has(number))

/**
 * Recomputes the persons of these ids, and of all ids that are linked to them. If these have too many links
 * together, each half of the ids is tried alone.
 */
async function recomputeAround(
  transaction: MetadataTransaction,
  projectId: number,
  numbers: readonly number[],
  walked: Walked,
): Promise<void> {
  const open = openOf(walked, numbers)
  if (open.length === 0) return
  const { met, links } = await linksAround(transaction, projectId, open, walked.tooLarge)
  if (links !== null) {
    for (const number of met) walked.done.add(number)
    await recompute(transaction, projectId, await idsByNumber(transaction, projectId, [...met]), links)
  } else if (open.length === 1) for (const number of met) walked.tooLarge.add(number)
  else {
    const half = Math.ceil(open.length / 2)
    for (const some of [open.slice(0, half), open.slice(half)])
      await recomputeAround(transaction, projectId, some, walked)
  }
}

/**
 * Follows links from some ids to further ids, and from these to further ones. Returns all ids that were met
 * and their links. `links` is null if there are too many, or if an id of `tooLarge` was met.
 */
async function linksAround(
  transaction: MetadataTransaction,
  projectId: number,
  start: readonly number[],
  tooLarge: ReadonlySet<number>,
): Promise<{ readonly met: ReadonlySet<number>; readonly links: Link[] | null }> {
  const met = new Set(start)
  const links = new Map<string, Link>()
  let frontier = [...start]
  while (frontier.length > 0) {
    const found = await linksOf(transaction, projectId, frontier, MAX_LINKS + 1)
    for (const link of found) links.set(linkKey(link), link)
    frontier = [...new Set(found.flatMap((link) => [link.target, link.other]))].filter(
      (number) => !met.has(number),
    )
    for (const number of frontier) met.add(number)
    if (links.size > MAX_LINKS || frontier.some((number) => tooLarge.has(number))) return { met, links: null }
  }
  return { met, links: [...links.values()] }
}

async function recompute(
  transaction: MetadataTransaction,
  projectId: number,
  ids: readonly IdRow[],
  links: readonly Link[],
): Promise<void> {
  const { persons, rootOf } = replay(ids, links)
  const before = await personsByRoot(transaction, projectId, [...new Set(ids.map((id) => id.root))])
  const version = newVersion(transaction)
  const rootedNow = ids.map((id) => ({ ...id, newRoot: rootOf.get(id.number) ?? id.number }))
  const moved = rootedNow.filter(({ root, newRoot }) => newRoot !== root)
  const moves = new Map(moved.map(({ number, newRoot }) => [number, newRoot]))
  if (moves.size > 0) await moveIds(transaction, projectId, 'number', moves, await version())
  const names = new Map(ids.map((id) => [id.number, id.distinctId]))
  await savePersons(transaction, projectId, persons, { before, names, version })
  await removePersons(transaction, projectId, rootsLeft(before, persons))
}

const rootsLeft = (before: ReadonlyMap<number, unknown>, persons: readonly Person[]) => {
  const roots = new Set(persons.map((person) => person.root))
  return [...before.keys()].filter((root) => !roots.has(root))
}
