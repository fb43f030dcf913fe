import { z } from 'zod'
import { quoted } from '#contract/nearest-name.ts'
import { parseJson } from '#shared/json-text.ts'
import { isGiven, isJsonObject } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { invalid } from '#shared/request-error.ts'
import type { CorrelationPlan } from './plan.ts'
import { stepNames } from './step-names.ts'

/**
 * The item that is asked for. If a property or a value has `::` in it, several items can have the same
 * name. The property and the value tell such items apart; null selects all of them.
 */
export interface AskedItem {
  readonly name: string
  readonly property: string | null
  readonly value: string | null
}

/** The parameters that select an item. */
export interface ItemSelectors {
  readonly funnel_correlation_person_entity?: string | null | undefined
  readonly funnel_correlation_property_values?: string | null | undefined
  readonly funnel_correlation_property?: string | null | undefined
  readonly funnel_correlation_value?: string | null | undefined
}

type Attr = 'funnel_correlation_person_entity' | 'funnel_correlation_property_values'

/**
 * Returns the item that the parameters select.
 * @throws RequestError for an item that no answer to the question has, and for parameters that select
 * several items.
 */
export function askedItem(plan: CorrelationPlan, selectors: ItemSelectors): AskedItem {
  const own: Attr =
    plan.lookedAt.kind === 'properties'
      ? 'funnel_correlation_property_values'
      : 'funnel_correlation_person_entity'
  const given = ATTRS.filter((attr) => isGiven(selectors[attr]) && selectors[attr] !== '')
  const [attr, second] = given
  if (attr === undefined)
    throw invalid('required', `Add ${own}, the event.event of an item in the answer.`, own)
  if (second !== undefined)
    throw invalid(
      'invalid_input',
      `${attr} and ${second} each select an item: leave one of them out.`,
      second,
    )
  const text = selectors[attr] ?? ''
  const item = inClientForm(text, attr) ?? { name: text, property: null, value: null }
  requireItem(plan, item, attr)
  return withOwn(item, selectors)
}

const ATTRS: readonly Attr[] = ['funnel_correlation_person_entity', 'funnel_correlation_property_values']

/** A filter of one value of a property, as clients write it. */
const PropertyValue = z.strictObject({
  key: z.string(),
  value: z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.tuple([z.union([z.string(), z.number(), z.boolean()])]),
  ]),
  operator: z.literal('exact').nullish(),
  type: z.string().nullish(),
  group_type_index: z.int().nullish(),
})
type PropertyValue = z.output<typeof PropertyValue>

/** An event, possibly with a value of one of its properties. */
const Entity = z
  .strictObject({
    kind: z.literal('EventsNode').optional(),
    id: z.string().optional(),
    event: z.string().optional(),
    name: z.string().nullish(),
    type: z.literal('events').optional(),
    math: z.literal('total').nullish(),
    order: z.int().nullish(),
    properties: z.array(PropertyValue).max(1).nullish(),
  })
  .refine(({ id, event }) => (id ?? event) !== undefined, {
    error: 'Expected the event of an item.',
    params: { code: 'required' },
  })
const Values = z.tuple([PropertyValue])

/**
 * Parses an item in the forms that clients send as JSON text: a series, or a list of one filter. Returns
 * null for any other text, which is then taken as the name of an item.
 */
function inClientForm(text: string, attr: Attr): AskedItem | null {
  const value = jsonIn(text)
  if (isJsonObject(value)) {
    const { id, event = id ?? '', properties } = parseValue(Entity, value, [attr])
    const [property] = properties ?? []
    return property === undefined
      ? { name: event, property: null, value: null }
      : withName(property, (pair) => `${event}::${pair}`)
  }
  if (!Array.isArray(value)) return null
  return withName(parseValue(Values, value, [attr])[0], (pair) => pair)
}

function withName({ key, value }: PropertyValue, nameOf: (pair: string) => string): AskedItem {
  const text = String([value].flat()[0])
  return { name: nameOf(`${key}::${text}`), property: key, value: text }
}

/** Parses the text of an object or a list; null for any other text. */
function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return null
  try {
    return parseJson(Buffer.from(text))
  } catch {
    return null
  }
}

/**
 * Refuses an item that the question leaves out. An event or a property that the project does not have is
 * accepted: the answer is then that no actor has it.
 */
function requireItem(plan: CorrelationPlan, { name }: AskedItem, attr: Attr): void {
  const { lookedAt } = plan
  const refuse = (reason: string) => {
    throw invalid('invalid_choice', `The answer has no item ${quoted(name)}: ${reason}.`, attr)
  }
  const isOneOf = (owners: readonly string[], item = name) =>
    owners.some((one) => item.startsWith(`${one}::`))
  switch (lookedAt.kind) {
    case 'events':
      if (stepNames(plan).includes(name)) refuse('the events of the steps are left out')
      if (lookedAt.excludedEvents.includes(name)) refuse('the question leaves this event out')
      return
    case 'event_with_properties':
      if (!isOneOf(lookedAt.events))
        refuse('its items have the form event::property::value, with an event of the question')
      return
    case 'properties':
      if (lookedAt.names !== 'all' && !isOneOf(lookedAt.names))
        refuse('its items have the form property::value, with a property of the question')
  }
}

/**
 * Adds the property and the value that were sent in parameters of their own. They must equal the property and
 * the value in the name of the item.
 * @throws RequestError if they differ
 */
function withOwn(item: AskedItem, selectors: ItemSelectors): AskedItem {
  const { funnel_correlation_property: property, funnel_correlation_value: value } = selectors
  const found = { ...item, property: property ?? item.property, value: value ?? item.value }
  const pair = `::${found.property ?? ''}::`
  if (isGiven(property) && !`::${item.name}`.includes(pair)) throw notIn(item, 'funnel_correlation_property')
  if (isGiven(value) && !item.name.endsWith(`::${value}`)) throw notIn(item, 'funnel_correlation_value')
  return found
}

const notIn = ({ name }: AskedItem, attr: string) =>
  invalid(
    'invalid_choice',
    `${attr} does not belong to the item ${quoted(name)}: send the one that the item has, or leave it out.`,
    attr,
  )
