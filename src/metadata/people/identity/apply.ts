import type { IdentityStatement } from '#identity/identity-statement.ts'
import {
  earliest,
  firstUs,
  identified,
  isMergeRefused,
  type Link,
  linked,
  linkKey,
  merge,
  type Person,
  withAssignments,
} from '#identity/persons.ts'
import { changesRegisters } from '#identity/property-registers.ts'
import { type Gathered, type IdUpdate, toIdUpdate } from './gather.ts'
import type { Workspace } from './workspace.ts'

export interface Applied {
  /**
   * The numbers of the ids with a late statement: it is earlier than something that is stored about the
   * persons. Their persons must be recomputed.
   */
  readonly late: ReadonlySet<number>
  /** Statements whose merge was refused, because the person of the other id is identified. */
  readonly refused: ReadonlySet<IdentityStatement>
}

/** Applies statements as if they had happened after everything that is stored. */
export function applyInOrderOfArrival(
  workspace: Workspace,
  gathered: Gathered,
  knownLinks: readonly Link[],
): Applied {
  const late = new Set<number>()
  const refused = new Set<IdentityStatement>()
  for (const [distinctId, update] of gathered.unordered) applyUpdate(workspace, distinctId, update, late)
  const known = new Map(knownLinks.map((link) => [linkKey(link), link.atUs]))
  for (const statement of gathered.ordered) {
    if (statement.merge !== null && !applyMerge(workspace, statement, statement.merge, known, late))
      refused.add(statement)
    applyUpdate(workspace, statement.distinctId, toIdUpdate(statement), late)
  }
  return { late, refused }
}

function applyUpdate(workspace: Workspace, distinctId: string, update: IdUpdate, late: Set<number>): void {
  const id = workspace.id(distinctId)
  const isChanged = changesRegisters(id.registers, update.registers)
  const profileUs = earliest(id.profileUs, update.profileUs)
  const identifiedUs = earliest(id.identifiedUs ?? null, update.identifiedUs)
  const isIdentifiedFirst = identifiedUs !== (id.identifiedUs ?? null)
  if (!isChanged && !isIdentifiedFirst && profileUs === id.profileUs) return
  const person = workspace.personOf(id)
  const known = isIdentifiedFirst && identifiedUs !== null ? identified(person, identifiedUs) : person
  const created = { ...known, createdUs: earliest(person.createdUs, profileUs) }
  const registers = isChanged ? workspace.joinRegisters(id.registers, update.registers) : id.registers
  workspace.putId({ ...id, profileUs, identifiedUs, registers })
  workspace.putPerson(
    isChanged ? withAssignments(created, update.registers, workspace.joinRegisters) : created,
  )
  const isLinkedSince = isIdentifiedFirst && (identifiedUs ?? 0) < person.linkedUs
  if (isLinkedSince || (isChanged && firstUs(update.registers) < person.mergedUs)) late.add(id.number)
}

// Applies a merge in the order of arrival. Returns false if it is refused; otherwise the two ids now have
// one person. For a link that is stored already with an earlier or equal time it returns true, even if that
// link was refused.
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
  // Only the earliest time of a repeated link counts: an accepted link changes nothing more, and a refused
  // one stays refused.
  if (knownUs !== undefined && knownUs <= atUs) return true
  known.set(linkKey(link), atUs)
  workspace.addLink(link)
  const target = workspace.personOf(ids[0])
  const other = workspace.personOf(ids[1])
  if (isLate(target, other, link)) for (const id of ids) late.add(id.number)
  return appendLink(workspace, target, other, link)
}

/**
 * Applies a link as the last thing that happened to its persons. Returns whether the two are one person
 * afterwards.
 */
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

// Returns whether a link is earlier than something stored that it affects. Assignments that are later than
// the link matter only if both persons have assignments, because the order then decides which of them
// counts. A link of the same microsecond counts as earlier, because the order within a microsecond does not
// depend on arrival.
function isLate(target: Person, other: Person, link: Link): boolean {
  if (link.atUs <= Math.max(target.linkedUs, other.linkedUs)) return true
  if (target.root === other.root) return false
  const bothSay = target.registers.size > 0 && other.registers.size > 0
  return bothSay && link.atUs <= Math.max(target.assignedUs, other.assignedUs)
}
