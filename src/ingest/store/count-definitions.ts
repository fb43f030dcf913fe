import type { GroupStatement, PersonStatement } from '#ingest/captured-event.ts'
import { type PropertyKind, type PropertyShape, shapeOf } from '#ingest/property-shape.ts'
import {
  joinKinds,
  type SeenDefinitions,
  type SeenEvent,
  type SeenPair,
  type SeenProperty,
} from '#metadata/definitions/definition.ts'
import type { DefinitionStore } from '#metadata/definitions/definition-store.ts'
import type { Clock } from '#shared/clock.ts'

/** The fields of a stored event from which definitions are made. */
export interface DefiningEvent {
  readonly projectId: number
  readonly event: {
    readonly name: string
    readonly timestampMs: number
    readonly shape: PropertyShape
    readonly person: Pick<PersonStatement, 'setOnce' | 'set'>
    readonly groupStatement: Pick<GroupStatement, 'type' | 'set'> | null
  }
  /** Index by group type. The properties of a type without an index belong to no definition. */
  readonly groupIndexes: ReadonlyMap<string, number>
}

export interface DefinitionCounter {
  /**
   * Adds stored events to the definitions of their projects. New names are on disk when the promise
   * resolves. Must be called once for each event, after the insert. So a server that is killed may miss its
   * last events, but never counts an event twice.
   */
  count(events: readonly DefiningEvent[]): Promise<void>
}

export function createDefinitionCounter(
  store: Pick<DefinitionStore, 'add'>,
  clock: Clock,
): DefinitionCounter {
  return {
    async count(events) {
      if (events.length > 0) await store.add(definitionsIn(events), clock())
    },
  }
}

/** A number of events of one kind, and the time of the last one. */
interface Tally {
  count: number
  lastSeenMs: number
}
type TallyByShape = Map<PropertyShape, Tally>

/**
 * Tallies of one project. Events with the same properties share one shape object, so an event costs few
 * look-ups.
 */
interface ProjectTallies {
  readonly events: Map<string, TallyByShape>
  readonly person: TallyByShape
  readonly groups: Map<number, TallyByShape>
}

/**
 * Most names of one project that are read from one list of events; further names are left out. So a request
 * with a million made-up names takes no memory beyond its own. The limits of a project are lower, so no
 * name that can be recorded is missed.
 */
const MAX_NAMES = 30_000
const MAX_PAIRS = 120_000

/** Returns the definitions that a list of events uses, each once and with its count. */
export function definitionsIn(events: readonly DefiningEvent[]): SeenDefinitions {
  const projects = new Map<number, ProjectTallies>()
  for (const stored of events) tallyEvent(projectTallies(projects, stored.projectId), stored)
  const seen: Seen = { events: [], properties: [], pairs: [] }
  for (const [projectId, { events: byName, person, groups }] of projects) {
    const add = (type: SeenProperty['type'], groupTypeIndex: number, properties: TallyByProperty) => {
      for (const [name, { kind, count, lastSeenMs }] of properties)
        seen.properties.push({ projectId, type, groupTypeIndex, name, kind, count, lastSeenMs })
    }
    add('event', -1, addEvents(seen, projectId, byName))
    add('person', -1, byProperty(person))
    for (const [index, shapes] of groups) add('group', index, byProperty(shapes))
  }
  return seen
}

interface Seen {
  readonly events: SeenEvent[]
  readonly properties: SeenProperty[]
  readonly pairs: SeenPair[]
}

// Adds the event names, and the pairs of an event name and a property, to `seen`. Returns the tallies of the
// properties.
function addEvents(
  seen: Seen,
  projectId: number,
  byName: ReadonlyMap<string, TallyByShape>,
): TallyByProperty {
  const names = [...byName].slice(0, MAX_NAMES)
  const together: TallyByShape = new Map()
  for (const [name, shapes] of names) {
    seen.events.push({ projectId, name, ...sumOf(shapes) })
    for (const [shape, tally] of shapes) addTally(together, shape, tally)
  }
  const properties = byProperty(together)
  const mostPairs = seen.pairs.length + MAX_PAIRS
  for (const [name, shapes] of names)
    for (const [property, { count }] of byProperty(shapes))
      if (properties.has(property) && seen.pairs.length < mostPairs)
        seen.pairs.push({ projectId, event: name, property, count })
  return properties
}

function projectTallies(projects: Map<number, ProjectTallies>, projectId: number): ProjectTallies {
  const known = projects.get(projectId)
  if (known !== undefined) return known
  const made: ProjectTallies = { events: new Map(), person: new Map(), groups: new Map() }
  projects.set(projectId, made)
  return made
}

function tallyEvent(project: ProjectTallies, { event, groupIndexes }: DefiningEvent): void {
  const { name, timestampMs, shape, person, groupStatement } = event
  const one = { count: 1, lastSeenMs: timestampMs }
  addTally(shapesOf(project.events, name), shape, one)
  if (person.setOnce !== null) addTally(project.person, shapeOf(person.setOnce), one)
  if (person.set !== null) addTally(project.person, shapeOf(person.set), one)
  const groupIndex = groupStatement === null ? undefined : groupIndexes.get(groupStatement.type)
  if (groupStatement !== null && groupIndex !== undefined)
    addTally(shapesOf(project.groups, groupIndex), shapeOf(groupStatement.set), one)
}

function shapesOf<K>(tallies: Map<K, TallyByShape>, key: K): TallyByShape {
  const known = tallies.get(key)
  if (known !== undefined) return known
  const made: TallyByShape = new Map()
  tallies.set(key, made)
  return made
}

function addTally(tallies: TallyByShape, shape: PropertyShape, { count, lastSeenMs }: Tally): void {
  const tally = tallies.get(shape)
  if (tally === undefined) tallies.set(shape, { count, lastSeenMs })
  else {
    tally.count += count
    tally.lastSeenMs = Math.max(tally.lastSeenMs, lastSeenMs)
  }
}

function sumOf(shapes: TallyByShape): Tally {
  const sum = { count: 0, lastSeenMs: 0 }
  for (const { count, lastSeenMs } of shapes.values()) {
    sum.count += count
    sum.lastSeenMs = Math.max(sum.lastSeenMs, lastSeenMs)
  }
  return sum
}

type TallyByProperty = ReadonlyMap<string, Tally & { readonly kind: PropertyKind | null }>

function byProperty(shapes: TallyByShape): TallyByProperty {
  const properties = new Map<string, Tally & { kind: PropertyKind | null }>()
  for (const [shape, { count, lastSeenMs }] of shapes)
    for (const { name, kind } of shape.properties) {
      const property = properties.get(name)
      if (property !== undefined) {
        property.kind = joinKinds(property.kind, kind)
        property.count += count
        property.lastSeenMs = Math.max(property.lastSeenMs, lastSeenMs)
      } else if (properties.size < MAX_NAMES) properties.set(name, { kind, count, lastSeenMs })
    }
  return properties
}
