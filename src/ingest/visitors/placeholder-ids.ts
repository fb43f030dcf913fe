import type { SentEvent } from '#ingest/captured-event.ts'
import { isMap, type SentMap } from '#ingest/wire/sent-map.ts'

/** Browsers that may store nothing send this as the id of every visitor. */
export const COOKIELESS_ID = '$posthog_cookieless'

/**
 * Ids that SDKs send in place of an id that they do not know. Integrations with AI agents send `unknown`.
 */
const PLACEHOLDERS: ReadonlySet<string> = new Set([COOKIELESS_ID, 'unknown'])

/** Whether SDKs send this id for everybody whose id they do not know. Such an id belongs to no person. */
export const isPlaceholderId = (id: string): boolean => PLACEHOLDERS.has(id)

/**
 * Whether the event says that its visitor's browser stores nothing. In the v1 protocol, the name of the mode
 * may be sent in place of a flag.
 */
export const isCookieless = ({ $cookieless_mode: flag }: SentMap): boolean =>
  flag === true || (typeof flag === 'string' && flag !== '' && flag !== 'false')

/**
 * Whether the event may need the id of a visitor without a cookie. The check is cheap, because it runs for
 * each event of a request.
 */
export function mayNeedVisitorId(sent: unknown): boolean {
  if (!isMap(sent)) return false
  const { options, properties } = sent as SentEvent
  return (
    isPlaceholder(sent) ||
    (isMap(options) && isPresent(options.cookieless_mode)) ||
    (isMap(properties) && (isPlaceholder(properties) || isPresent(properties.$cookieless_mode)))
  )
}

const isPlaceholder = ({ distinct_id, $distinct_id }: SentMap) =>
  distinct_id === COOKIELESS_ID || $distinct_id === COOKIELESS_ID
const isPresent = (flag: unknown) => flag !== undefined && flag !== null && flag !== false
