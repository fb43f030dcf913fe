import {
  earliest,
  firstUs,
  isMergeRefused,
  type Link,
  linked,
  merge,
  type Person,
  withSaid,
} from '../../identity/persons.ts'
import { registersText } from '../../identity/property-registers.ts'
import { type Gathered, type IdentityStatement, joinSaid, type SaidOfId, saidIn } from './gather.ts'
import type { Workspace } from './workspace.ts'

/**
 * Applies what was said as if it had happened after all that is known. Returns the numbers of ids for which that was not
 * so: their persons have to be worked out again from everything that was ever said of them.
 */
export function applyInOrderOfArrival(
  workspace: Workspace,
  gathered: Gathered,
  knownLinks: readonly Link[],
): ReadonlySet<number> {
  const late = new Set<number>()
  for (const [distinctId, said] of gathered.quiet) applySaid(workspace, distinctId, said, late)
  const known = new Map(knownLinks.map((link) => [keyOf(link), link.atUs]))
  for (const statement of gathered.ordered) {
    if (statement.merge !== null) applyMerge(workspace, statement, statement.merge, known, late)
    applySaid(workspace, statement.distinctId, saidIn(statement), late)
  }
  return late
}

function applySaid(workspace: Workspace, distinctId: string, said: SaidOfId, late: Set<number>): void {
  const id = workspace.id(distinctId)
  const { profileUs, registers } = joinSaid(id, said)
  const saysNews = said.registers.size > 0 && registersText(registers) !== registersText(id.registers)
  if (!saysNews && profileUs === id.profileUs) return
  workspace.putId({ ...id, profileUs, registers })
  const person = workspace.personOf(id)
  const created = { ...person, createdUs: earliest(person.createdUs, profileUs) }
  workspace.putPerson(saysNews ? withSaid(created, said.registers) : created)
  if (saysNews && firstUs(said.registers) < person.mergedUs) late.add(id.number)
}

function applyMerge(
  workspace: Workspace,
  { distinctId, atUs }: IdentityStatement,
  { other: otherId, isForced }: NonNullable<IdentityStatement['merge']>,
  known: Map<string, number>,
  late: Set<number>,
): void {
  const ids = [workspace.id(distinctId), workspace.id(otherId)] as const
  const link = { target: ids[0].number, other: ids[1].number, isForced, atUs }
  const knownUs = known.get(keyOf(link))
  // Of a repeated link only the earliest counts: accepted once it has nothing left to do, refused once it stays refused.
  if (knownUs !== undefined && knownUs <= atUs) return
  known.set(keyOf(link), atUs)
  workspace.addLink(link)
  const target = workspace.personOf(ids[0])
  const other = workspace.personOf(ids[1])
  if (isLate(target, other, link)) for (const id of ids) late.add(id.number)
  appendLink(workspace, target, other, link)
}

/** One link after all that happened to its persons. */
function appendLink(workspace: Workspace, target: Person, other: Person, link: Link): void {
  if (target.root === other.root) workspace.putPerson(linked(target, link))
  else if (isMergeRefused(other, link)) {
    workspace.putPerson(linked(target, link))
    workspace.putPerson(linked(other, link))
  } else {
    workspace.join(other, target)
    workspace.putPerson(merge(target, other, link.atUs))
  }
}

// What was said after the link matters only where both sides say something: which of them wins depends on the order.
function isLate(target: Person, other: Person, link: Link): boolean {
  if (link.atUs < Math.max(target.linkedUs, other.linkedUs)) return true
  if (target.root === other.root) return false
  const bothSay = target.registers.size > 0 && other.registers.size > 0
  return bothSay && link.atUs < Math.max(target.saidUs, other.saidUs)
}

const keyOf = ({ target, other, isForced }: Link) => `${target} ${other} ${isForced}`
