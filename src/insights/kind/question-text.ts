import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { parseJson } from '#shared/json-text.ts'
import { isJsonObject, type JsonObject } from '#shared/json-value.ts'

/**
 * The usual parts of a query node, from the rarest to the most frequent. Questions are compressed with
 * them: a question of three series takes 100 characters instead of 700. Links in answers that clients have
 * stored depend on this text, so another text needs another `MARK`.
 */
const USUAL = Buffer.from(
  '{"kind":"StickinessQuery","kind":"LifecycleQuery","kind":"FunnelsQuery","funnelsFilter":{"funnelVizType":"steps","funnelOrderType":"ordered","funnelWindowInterval":14,"funnelWindowIntervalUnit":"day"}' +
    '"lifecycleFilter":{"toggledLifecycles":["new","returning"]},"stickinessFilter":{"computedAs":"cumulative"},"trendsFilter":{"display":"ActionsLineGraph","formula":"A/B","smoothingIntervals":1}' +
    '"breakdownFilter":{"breakdown":"$browser","breakdown_type":"event","breakdown_limit":25},"compareFilter":{"compare":true,"compare_to":"-1w"}' +
    '"filterTestAccounts":true,"aggregation_group_type_index":0,"math_group_type_index":0,"math":"unique_group","math":"weekly_active","math":"monthly_active","math":"sum","math_property":"amount"' +
    '{"kind":"ActionsNode","id":1,"name":"$pageview","event":"$pageview","custom_name":"fixedProperties":[' +
    '"properties":{"type":"AND","values":[{"type":"AND","values":[{"key":"$os","value":["pro"],"operator":"exact","type":"person"},{"key":"email","operator":"icontains","type":"event"}]}' +
    '"dateRange":{"date_from":"-30d","date_to":null,"date_from":"-7d"},"interval":"week","interval":"day"' +
    '{"kind":"TrendsQuery","series":[{"kind":"EventsNode","event":"","name":"","math":"total"},{"kind":"EventsNode","event":"","math":"dau"}]',
)
const MARK = '1'
/** Most bytes of an inflated text from a client. */
const MOST_BYTES = 1024 * 1024

/** Returns a query node as text that needs no escaping in an address. */
export const questionText = (node: JsonObject): string =>
  MARK +
  deflateRawSync(Buffer.from(JSON.stringify(node)), { dictionary: USUAL, level: 9 }).toString('base64url')

/** Returns the node of {@link questionText}, whose fields are unchecked; null for any other text. */
export function parseQuestionText(text: string): JsonObject | null {
  if (!text.startsWith(MARK)) return null
  try {
    const json = inflateRawSync(Buffer.from(text.slice(MARK.length), 'base64url'), {
      dictionary: USUAL,
      maxOutputLength: MOST_BYTES,
    })
    const node = parseJson(json)
    return isJsonObject(node) ? node : null
  } catch {
    return null
  }
}
