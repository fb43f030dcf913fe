import type { InsightBody } from '#contract/insight.ts'
import { documentOf } from '#http/server/page/document.ts'
import { type Html, html } from '#http/server/page/html.ts'
import type { Chart, Picture } from '#insights/kind/picture.ts'
import { flowChart } from './flow-chart.ts'
import { csvAddress, dataOf, datesNav, jsonAddress, type SharedPlacing, scriptOf } from './page-parts.ts'
import { pictureTable } from './picture-table.ts'
import { seriesChart } from './series-chart.ts'
import { stepsChart } from './steps-chart.ts'

/**
 * The content of a page: a body that visitors may see, its JSON text, and the pictures of its insights,
 * keyed by the ids of the insights.
 */
export interface PageContent<Body> {
  readonly body: Body
  readonly json: string
  readonly pictures: ReadonlyMap<number, Picture>
}

/** Returns the page of a shared insight. An embedded page has neither header nor footer. */
export function insightPage(
  { body: insight, json, pictures }: PageContent<InsightBody>,
  placing: SharedPlacing,
): string {
  const { isEmbedded } = placing
  const name = insightName(insight)
  const content = html`${isEmbedded ? null : heading(insight, name)}
${datesNav(placing)}
<section>${shown(insight, pictures)}</section>
${isEmbedded ? null : footer(insight, placing)}
${dataOf('insight', json, placing)}`
  return documentOf(name, content, { isEmbedded, script: scriptOf(placing) })
}

export const insightName = ({ name, derived_name }: InsightBody): string =>
  name || derived_name || 'Untitled insight'

export const heading = (
  { description, tags }: Pick<InsightBody, 'description' | 'tags'>,
  name: string,
): Html =>
  html`<header>
<h1 dir="auto">${name}</h1>
${description === '' ? null : html`<p dir="auto">${description}</p>`}
${tags.length === 0 ? null : html`<ul class="tags">${tags.map((tag) => html`<li dir="auto">${tag}</li>`)}</ul>`}
</header>`

export function shown({ id }: InsightBody, pictures: PageContent<unknown>['pictures']): Html {
  const picture = pictures.get(id ?? 0) ?? null
  if (picture === null) return html`<p class="empty">This insight has no data yet.</p>`
  const { chart, table } = picture
  return html`${chart === null ? null : html`${drawn(chart)}</section><section>`}${pictureTable(table)}`
}

function drawn(chart: Chart): Html {
  if (chart.form === 'steps') return stepsChart(chart)
  return chart.form === 'flow' ? flowChart(chart) : seriesChart(chart)
}

function footer({ last_refresh: at, timezone, results }: InsightBody, placing: SharedPlacing): Html {
  const computed =
    at && html`<span>Computed <time datetime="${at}">${localTime(at, timezone ?? 'UTC')}</time></span>`
  const table = results !== null && html`<a href="${csvAddress(placing)}">Table as CSV, for spreadsheets</a>`
  return html`<footer>${computed || null}<a href="${jsonAddress(placing)}">Data as JSON</a>${table || null}</footer>`
}

const localTime = (at: string, timezone: string) => {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: timezone } as const
  return `${new Intl.DateTimeFormat('en-GB', options).format(new Date(at))} (${timezone})`
}
