import { type Link, linkKey, type Person, replay } from '#identity/persons.ts'
import type { MetadataTransaction } from '#metadata/database/schema.ts'
import { type IdRow, idsByNumber, moveIds } from './id-rows.ts'
import { linksOf } from './link-rows.ts'
import { personsByRoot, removePersons } from './person-rows.ts'
import { newVersion, savePersons } from './workspace.ts'

/**
 * If ids have more links between them than this, their persons are not recomputed, because it would take
 * too long. They stay as arrival made them.
 */
const MAX_LINKS = 5_000
/**
 * Each late id takes at least one query. If a transaction has more late ids than this, the persons of the
 * rest stay as arrival made them.
 */
const MAX_WALKS = 5_000

/**
 * Recomputes the persons of these ids, and of all ids that are linked to them, from all their assignments
 * and links. The result is what it would be if everything had arrived in the order in which it happened.
 */
export async function recomputePersons(
  transaction: MetadataTransaction,
  projectId: number,
  numbers: Iterable<number>,
): Promise<void> {
  const done = new Set<number>()
  const tooLarge = new Set<number>()
  let walks = 0
  for (const number of numbers) {
    if (done.has(number) || tooLarge.has(number)) continue
    if (++walks > MAX_WALKS) return
    const links = await linksAround(transaction, projectId, number, tooLarge)
    if (links === null) continue
    const component = new Set([number, ...links.flatMap((link) => [link.target, link.other])])
    for (const one of component) done.add(one)
    const ids = await idsByNumber(transaction, projectId, [...component])
    await recompute(transaction, projectId, ids, links)
  }
}

/**
 * Returns all links of an id and, in turn, of the ids to which they lead. Null if there are too many; the
 * ids that were met are then in `tooLarge`.
 */
async function linksAround(
  transaction: MetadataTransaction,
  projectId: number,
  start: number,
  tooLarge: Set<number>,
): Promise<Link[] | null> {
  const numbers = new Set([start])
  const links = new Map<string, Link>()
  let frontier = [start]
  while (frontier.length > 0) {
    const found = await linksOf(transaction, projectId, frontier, MAX_LINKS + 1)
    for (const link of found) links.set(linkKey(link), link)
    frontier = [...new Set(found.flatMap((link) => [link.target, link.other]))].filter(
      (number) => !numbers.has(number),
    )
    for (const number of frontier) numbers.add(number)
    if (links.size <= MAX_LINKS && !frontier.some((number) => tooLarge.has(number))) continue
    for (const number of numbers) tooLarge.add(number)
    return null
  }
  return [...links.values()]
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
  for (const id of ids) {
    const root = rootOf.get(id.number) ?? id.number
    if (root !== id.root) await moveIds(transaction, projectId, { number: id.number }, root, await version())
  }
  const names = new Map(ids.map((id) => [id.number, id.distinctId]))
  await savePersons(transaction, projectId, persons, { before, names, version })
  await removePersons(transaction, projectId, rootsLeft(before, persons))
}

const rootsLeft = (before: ReadonlyMap<number, unknown>, persons: readonly Person[]) => {
  const roots = new Set(persons.map((person) => person.root))
  return [...before.keys()].filter((root) => !roots.has(root))
}
