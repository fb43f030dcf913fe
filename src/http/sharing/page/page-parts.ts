import { SHARED_RANGES, type SharedRange, sharedSearch } from '#contract/shared-range.ts'
import { type Html, html, raw } from '#http/server/page/html.ts'
import { scriptSafe } from '#http/server/script-safe.ts'
import type { SharedScript } from '#http/web/shared-script.ts'
import type { JsonObject } from '#shared/json-value.ts'

/** How a shared page is shown, in addition to its content. */
export interface SharedPlacing {
  readonly token: string
  readonly isEmbedded: boolean
  /** The range that the visitor chose; null for the dates of the owner. */
  readonly range: SharedRange | null
  readonly mayChangeDates: boolean
  /** The script of the page; null if the page has not been built. */
  readonly script: SharedScript | null
  /** The nonce that style elements of the script need. */
  readonly nonce: string
  /**
   * The questions of insights that were saved as filters, converted to nodes. The keys are the ids of the
   * insights.
   */
  readonly nodes: Readonly<Record<number, JsonObject>>
}

/** Returns the elements of the head that load the script; null if there is no script. */
export const scriptOf = ({ script, nonce }: SharedPlacing): Html | null =>
  script === null
    ? null
    : html`<meta name="csp-nonce" content="${nonce}">
<meta name="color-scheme" content="light dark">
<script type="module" src="${script.src}"></script>
${script.before.map((src) => html`<link rel="modulepreload" href="${src}">`)}
`

/**
 * Returns the elements that contain the data of the page. `what` is `insight` or `dashboard`, and `json` is
 * its JSON text. If the page has a script, a second element has what the script needs to know about the
 * link.
 */
export function dataOf(what: 'insight' | 'dashboard', json: string, placing: SharedPlacing): Html {
  const { token, isEmbedded, range, mayChangeDates, nodes } = placing
  const link = { token, isEmbedded, mayChangeDates, dateFrom: range?.date_from ?? null, nodes }
  return html`<script type="application/json" id="${what}">${raw(scriptSafe(json))}</script>
${placing.script === null ? null : html`<script type="application/json" id="link">${raw(scriptSafe(JSON.stringify(link)))}</script>`}`
}

/** Returns links to the ranges that a visitor may choose; null if the link does not allow other dates. */
export function datesNav({ token, isEmbedded, range, mayChangeDates }: SharedPlacing): Html | null {
  if (!mayChangeDates) return null
  const place = `/${isEmbedded ? 'embedded' : 'shared'}/${encodeURIComponent(token)}`
  const link = (label: string, one: SharedRange | null) =>
    html`<a href="${place}${sharedSearch(one)}"${one === range ? html` aria-current="page"` : null}>${label}</a>`
  return html`<nav class="dates" aria-label="Dates">${[link('As shared', null), ...SHARED_RANGES.map((one) => link(one.label, one))]}</nav>`
}

/** Returns the address of the data of the page as JSON. */
export const jsonAddress = (placing: SharedPlacing): string => dataAddress(placing, 'json')

/** Returns the address of the table as CSV, which spreadsheets load. */
export const csvAddress = (placing: SharedPlacing): string => dataAddress(placing, 'csv')

const dataAddress = ({ token, range }: SharedPlacing, ending: 'json' | 'csv'): string =>
  `/shared/${encodeURIComponent(token)}.${ending}${sharedSearch(range)}`
