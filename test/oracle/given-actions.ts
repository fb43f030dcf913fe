import fc from 'fast-check'
import type { GivenActionStep, GivenGroup, GivenMatcher } from './filter-definition.ts'

interface ActionParts {
  /** The event names that a step may have; null matches every event. */
  readonly names: readonly (string | null)[]
  /** Values of `$current_url`, or parts of them. */
  readonly urls: readonly string[]
  readonly properties: fc.Arbitrary<GivenGroup>
}

/** An action with up to three steps, any of which may match. An action without steps has no events. */
const givenAction = ({ names, urls, properties }: ActionParts): fc.Arbitrary<GivenActionStep[]> =>
  fc.array(
    fc.record({
      event: fc.constantFrom(...names),
      url: fc.option(fc.constantFrom(...urls), { freq: 2 }),
      url_matching: fc.constantFrom('contains' as const, 'exact' as const),
      properties,
    }),
    { maxLength: 3, size: 'max' },
  )

/** A series or step of one or two events, each with its own filters. */
export const givenEventGroup = ({
  names,
  properties,
}: Omit<ActionParts, 'urls'>): fc.Arbitrary<GivenMatcher> =>
  fc.record({
    event: fc.constant(null),
    anyOf: fc.array(fc.record({ event: fc.constantFrom(...names), properties }), {
      minLength: 1,
      maxLength: 2,
    }),
    properties,
  })

/** The events of a series or step: mostly the events with one name, sometimes the events of an action. */
export const givenMatcher = (parts: ActionParts): fc.Arbitrary<GivenMatcher> =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ event: fc.constantFrom(...parts.names), properties: parts.properties }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        event: fc.constant(null),
        action: givenAction(parts),
        properties: parts.properties,
      }),
    },
  )
