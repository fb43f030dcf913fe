import type { IdentityStatement } from '#identity/identity-statement.ts'
import {
  earliest,
  firstUs,
  isMergeRefused,
  type Link,
  linked,
  linkKey,
  merge,
  type Person,
  withSaid,
} from '#identity/persons.ts'
import { changesRegisters } from '#identity/property-registers.ts'
import { type Gathered, type SaidOfId, saidIn } from './gather.ts'
import type { Workspace } from './workspace.ts'

export interface Applied {
  /** Numbers of ids for which that was not so: their persons have to be worked out again from all that was ever said. */
  readonly late: ReadonlySet<number>
  /** Merges that were refused, because the other's person is identified. */
  readonly refused: ReadonlySet<IdentityStatement>
}

/** Applies what was said as if it had happened after all that is known. */
export function applyInOrderOfArrival(
  workspace: Workspace,
  gathered: Gathered,
  knownLinks: readonly Link[],
): Applied {
  const late = new Set<number>()
  const refused = new Set<IdentityStatement>()
  for (const [distinctId, said] of gathered.quiet) applySaid(workspace, distinctId, said, late)
  const known = new Map(knownLinks.map((link) => [linkKey(link), link.atUs]))
  for (const statement of gathered.ordered) {
    if (statement.merge !== null && !applyMerge(workspace, statement, statement.merge, known, late))
      refused.add(statement)
    applySaid(workspace, statement.distinctId, saidIn(statement), late)
  }
  return { late, refused }
}

function applySaid(workspace: Workspace, distinctId: string, said: SaidOfId, late: Set<number>): void {
  const id = workspace.id(distinctId)
  const saysNews = changesRegisters(id.registers, said.registers)
  const profileUs = earliest(id.profileUs, said.profileUs)
  if (!saysNews && profileUs === id.profileUs) return
  const person = workspace.personOf(id)
  const created = { ...person, createdUs: earliest(person.createdUs, profileUs) }
  const registers = saysNews ? workspace.joinSaid(id.registers, said.registers) : id.registers
  workspace.putId({ ...id, profileUs, registers })
  workspace.putPerson(saysNews ? withSaid(created, said.registers, workspace.joinSaid) : created)
  if (saysNews && firstUs(said.registers) < person.mergedUs) late.add(id.number)
}

// Returns whether the two are one person now, as far as the order of arrival tells.
function applyMerge(
  workspace: Workspace,
  { distinctId, atUs }: IdentityStatement,
  { other: otherId, isForced }: NonNullable<IdentityStatement['merge']>,
  known: Map<string, number>,
  late: Set<number>,
): boolean {
  const ids = [workspace.id(distinctId), workspace.id(otherId)] as const
  const link = { target: ids[0].number, other: ids[1].number, isForced, atUs }
  const knownUs = known.get(linkKey(link))
  // Of a repeated link only the earliest counts: accepted once it has nothing left to do, refused once it stays refused.
  if (knownUs !== undefined && knownUs <= atUs) return true
  known.set(linkKey(link), atUs)
  workspace.addLink(link)
  const target = workspace.personOf(ids[0])
  const other = workspace.personOf(ids[1])
  if (isLate(target, other, link)) for (const id of ids) late.add(id.number)
  return appendLink(workspace, target, other, link)
}

/** One link after all that happened to its persons. Returns whether they are one now. */
function appendLink(workspace: Workspace, target: Person, other: Person, link: Link): boolean {
  const isOne = target.root === other.root
  if (isOne || isMergeRefused(other, link)) {
    workspace.putPerson(linked(target, link))
    workspace.putPerson(linked(isOne ? target : other, link))
    return isOne
  }
  workspace.join(other, target)
  workspace.putPerson(merge(target, other, link.atUs))
  return true
}

// What was said after the link matters only where both sides say something: which of them wins depends on the order. What
// happened in the same microsecond is put in an order that does not depend on arrival.
function isLate(target: Person, other: Person, link: Link): boolean {
  if (link.atUs <= Math.max(target.linkedUs, other.linkedUs)) return true
  if (target.root === other.root) return false
  const bothSay = target.registers.size > 0 && other.registers.size > 0
  return bothSay && link.atUs <= Math.max(target.saidUs, other.saidUs)
}
