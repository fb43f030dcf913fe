import { EVERYTHING, type GivenEvent } from './filter-definition.ts'
import type { DefinedStickiness, GivenStickiness, GivenStickinessSeries } from './stickiness-definition.ts'
import { toldEvents, toldRange } from './told-events.ts'

/** A question with its result, worked out by hand. */
export interface StickinessCase {
  readonly title: string
  readonly events: readonly GivenEvent[]
  readonly asked: GivenStickiness
  /** Label, `data` and `count` of each item. */
  readonly expected: readonly (readonly [DefinedStickiness['compareLabel'], readonly number[], number])[]
}
export interface ToldStickiness extends Omit<Partial<GivenStickiness>, 'range' | 'calendar'> {
  readonly title: string
  readonly events: string
  /** `-3d` if absent. */
  readonly range?: string
  readonly timezone?: string
  readonly weekStartDay?: 0 | 1
  readonly now?: string
  /**
   * `data` of the one series. With a comparison use `compared`, which has the data of the current and the
   * previous period.
   */
  readonly data?: readonly number[]
  readonly compared?: readonly [current: readonly number[], previous: readonly number[]]
  readonly items?: StickinessCase['expected']
}

export const SIGNED_IN: GivenStickinessSeries = { event: 'signed in', properties: EVERYTHING, math: 'dau' }
const sum = (data: readonly number[]) => data.reduce((total, value) => total + value, 0)

/** Makes a case. By default it is Friday 2026-11-20, 12:00 UTC, and weeks begin on Sunday. */
export function toCase({
  title,
  events,
  range = '-3d',
  timezone = 'UTC',
  ...told
}: ToldStickiness): StickinessCase {
  const { weekStartDay = 0, now = '2026-11-20T12:00:00Z', data, compared, items, ...rest } = told
  return {
    title,
    events: toldEvents(events),
    asked: {
      series: [SIGNED_IN],
      properties: EVERYTHING,
      interval: 'day',
      criteria: null,
      isCumulative: false,
      compare: compared === undefined ? null : { to: null },
      ...rest,
      range: toldRange(range),
      calendar: { timezone, weekStartDay, nowMs: Date.parse(now) },
    },
    expected:
      items ??
      (compared === undefined
        ? [[null, data ?? [], sum(data ?? [])]]
        : [
            ['current', compared[0], sum(compared[0])],
            ['previous', compared[1], sum(compared[1])],
          ]),
  }
}

/**
 * The data of `intervals` intervals and one person who was active in `active` of them; nobody if that is 0.
 */
export const oneIn = (intervals: number, active: number) =>
  Array.from({ length: intervals }, (_, i) => (i + 1 === active ? 1 : 0))
