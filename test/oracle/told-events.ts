import type { GivenEvent } from './filter-definition.ts'

/** The persons of the semantics documents, by number. */
const PERSONS = ['', 'ada', 'bob', 'cid', 'dan', 'eve']

const personOf = (name: string) => {
  const person = PERSONS.indexOf(name)
  if (person < 1) throw new Error(`${name} is no person of the semantics pages`)
  return person
}

/** Returns the epoch ms of `11-17T09:00` (in 2026, UTC) or `2025-11-17T09:00`. */
export const toldMs = (text: string) => {
  const atMs = Date.parse(`${text.length > 4 && text[4] === '-' ? '' : '2026-'}${text}Z`)
  if (Number.isNaN(atMs)) throw new Error(`${text} is no time`)
  return atMs
}

/**
 * Reads events from text. `ada 11-17T09:00 visit@11-18T10:00, bob[acme] 11-17T09:00+free` are a sign-in and a
 * visit of ada, and a sign-in of bob for the group `acme` of type 0 with the property `plan: "free"`.
 */
export const toldEvents = (text: string): GivenEvent[] =>
  text.split(', ').flatMap((part) => {
    const [actor = '', ...times] = part.split(' ')
    const [, name = '', group] = /^(\w+)(?:\[(\w+)\])?$/.exec(actor) ?? []
    return times.map((told) => {
      const [, event = 'signed in', at = '', plan] = /^(?:(\w+)@)?([^+]+)(?:\+(\w+))?$/.exec(told) ?? []
      return {
        person: personOf(name),
        name: event,
        atMs: toldMs(at),
        properties: plan === undefined ? {} : { plan },
        ...(group !== undefined && { groups: { 0: group } }),
      }
    })
  })

/** Reads times of `created_at` from text: `ada 11-17T00:00, bob none`. */
export const toldPersons = (text: string): Record<number, number | null> =>
  Object.fromEntries(
    text.split(', ').map((part) => {
      const [name = '', created = ''] = part.split(' ')
      return [personOf(name), created === 'none' ? null : toldMs(created)]
    }),
  )

/**
 * Reads a range from text: `-3d`, `2026-11-17 to 2026-11-20`, `exactly 2026-11-17T10:00Z to
 * 2026-11-20T11:00Z`.
 */
export function toldRange(text: string) {
  const [, exactly, from = '', to] = /^(exactly )?(\S+)(?: to (\S+))?$/.exec(text) ?? []
  return { from, to: to ?? null, isExplicit: exactly !== undefined }
}
