import { type Link, type Person, replay } from '../../identity/persons.ts'
import type { IdentityTransaction } from './chunks.ts'
import { type IdRow, idsByNumber, moveId } from './id-rows.ts'
import { linksOf } from './link-rows.ts'
import { personsByRoot, removePersons } from './person-rows.ts'
import { newVersion, savePersons } from './workspace.ts'

/** Beyond so many links between ids their persons stay as arrival made them: to work them out again takes too long. */
const MAX_LINKS = 5_000

/**
 * Works the persons of these ids out again, and of all ids that are linked to them, from everything that was ever said.
 * What comes out is what would be there had everything arrived in the order in which it happened.
 */
export async function workOutAgain(
  transaction: IdentityTransaction,
  projectId: number,
  numbers: Iterable<number>,
): Promise<void> {
  const done = new Set<number>()
  for (const number of numbers) {
    if (done.has(number)) continue
    const component = await linkedIds(transaction, projectId, number)
    if (component === null) continue
    for (const one of component.numbers) done.add(one)
    const ids = await idsByNumber(transaction, projectId, [...component.numbers])
    await settle(transaction, projectId, ids, component.links)
  }
}

/** All ids that links lead to from this one, and those links; null where there are too many. */
async function linkedIds(transaction: IdentityTransaction, projectId: number, start: number) {
  const numbers = new Set([start])
  const links = new Map<string, Link>()
  let frontier = [start]
  while (frontier.length > 0) {
    const found = await linksOf(transaction, projectId, frontier)
    for (const link of found) links.set(`${link.target} ${link.other} ${link.isForced}`, link)
    if (links.size > MAX_LINKS) return null
    frontier = [...new Set(found.flatMap((link) => [link.target, link.other]))].filter(
      (number) => !numbers.has(number),
    )
    for (const number of frontier) numbers.add(number)
  }
  return { numbers, links: [...links.values()] }
}

async function settle(
  transaction: IdentityTransaction,
  projectId: number,
  ids: readonly IdRow[],
  links: readonly Link[],
): Promise<void> {
  const { persons, rootOf } = replay(ids, links)
  const before = await personsByRoot(transaction, projectId, [...new Set(ids.map((id) => id.root))])
  const version = newVersion(transaction)
  for (const id of ids) {
    const root = rootOf.get(id.number) ?? id.number
    if (root !== id.root) await moveId(transaction, projectId, id.number, root, await version())
  }
  const names = new Map(ids.map((id) => [id.number, id.distinctId]))
  await savePersons(transaction, projectId, persons, { before, names, version })
  await removePersons(transaction, projectId, rootsLeft(before, persons))
}

const rootsLeft = (before: ReadonlyMap<number, unknown>, persons: readonly Person[]) => {
  const roots = new Set(persons.map((person) => person.root))
  return [...before.keys()].filter((root) => !roots.has(root))
}
