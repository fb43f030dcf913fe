import type { InsightBody } from '#contract/insight.ts'
import { scriptSafe } from '#http/server/script-safe.ts'
import type { Picture } from '#insights/picture.ts'
import { savedKind } from '#insights/registry.ts'
import { type Html, html, raw } from './html.ts'
import { pictureTable } from './picture-table.ts'
import { seriesChart } from './series-chart.ts'
import { stepsChart } from './steps-chart.ts'
import { STYLE } from './style.ts'

/**
 * A shared insight as a page; embedded, it has neither header nor footer. `insight` is its shared form, `json` its
 * JSON text.
 */
export function insightPage(insight: InsightBody, json: string, token: string, isEmbedded: boolean): string {
  const name = insight.name || insight.derived_name || 'Untitled insight'
  const content = html`${isEmbedded ? null : heading(insight, name)}
<section>${shown(pictureOf(insight))}</section>
${isEmbedded ? null : footer(insight, token)}
<script type="application/json" id="insight">${raw(scriptSafe(json))}</script>`
  return document(name, content, isEmbedded)
}

/** The page in place of an insight. */
export function messagePage(title: string, sentence: string): string {
  return document(title, html`<header><h1>${title}</h1><p>${sentence}</p></header>`, false)
}

function document(title: string, content: Html, isEmbedded: boolean): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(STYLE)}</style>
</head>
<body>
<main${isEmbedded ? raw(' class="embedded"') : null}>
${content}
</main>
</body>
</html>
`.text
}

const heading = ({ description, tags }: InsightBody, name: string) =>
  html`<header>
<h1 dir="auto">${name}</h1>
${description === '' ? null : html`<p dir="auto">${description}</p>`}
${tags.length === 0 ? null : html`<ul class="tags">${tags.map((tag) => html`<li dir="auto">${tag}</li>`)}</ul>`}
</header>`

function pictureOf({ filters, query, results }: InsightBody): Picture {
  return results === null ? null : (savedKind({ filters, query })?.picture(results as unknown[]) ?? null)
}

function shown(picture: Picture): Html {
  if (picture === null) return html`<p class="empty">This insight has no data yet.</p>`
  const { chart, table } = picture
  return html`${chart.form === 'steps' ? stepsChart(chart) : seriesChart(chart)}</section><section>${pictureTable(table)}`
}

function footer({ last_refresh: at, timezone }: InsightBody, token: string): Html {
  const computed =
    at && html`<span>Computed <time datetime="${at}">${localTime(at, timezone ?? 'UTC')}</time></span>`
  return html`<footer>${computed || null}<a href="/shared/${encodeURIComponent(token)}.json">Data as JSON</a></footer>`
}

const localTime = (at: string, timezone: string) => {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: timezone } as const
  return `${new Intl.DateTimeFormat('en-GB', options).format(new Date(at))} (${timezone})`
}
