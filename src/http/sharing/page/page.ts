import type { InsightBody } from '#contract/insight.ts'
import { namesOf } from '#http/insights/result-table.ts'
import { documentOf } from '#http/server/page/document.ts'
import { type Html, html } from '#http/server/page/html.ts'
import type { Chart, Picture } from '#insights/kind/picture.ts'
import { itemsOf, savedKind } from '#insights/questions/find-kind.ts'
import { flowChart } from './flow-chart.ts'
import { csvAddress, dataOf, datesNav, jsonAddress, type SharedPlacing, scriptOf } from './page-parts.ts'
import { pictureTable } from './picture-table.ts'
import { seriesChart } from './series-chart.ts'
import { stepsChart } from './steps-chart.ts'

/**
 * Returns the page of a shared insight. An embedded page has neither header nor footer. `insight` is the
 * body that visitors may see, and `json` is its JSON text.
 */
export function insightPage(insight: InsightBody, json: string, placing: SharedPlacing): string {
  const { isEmbedded } = placing
  const name = insightName(insight)
  const content = html`${isEmbedded ? null : heading(insight, name)}
${datesNav(placing)}
<section>${shown(pictureOf(insight))}</section>
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

export function pictureOf({ filters, query, results, columns }: InsightBody): Picture {
  if (results === null) return null
  return savedKind({ filters, query })?.picture(itemsOf(results), namesOf(columns)) ?? null
}

export function shown(picture: Picture): Html {
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
