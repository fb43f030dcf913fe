import type { DashboardBody } from '#contract/dashboard.ts'
import type { DashboardTileBody } from '#contract/dashboard-tile.ts'
import { documentOf } from '#http/server/page/document.ts'
import { type Html, html } from '#http/server/page/html.ts'
import { heading, insightName, type PageContent, shown } from './page.ts'
import { dataOf, datesNav, jsonAddress, type SharedPlacing, scriptOf } from './page-parts.ts'

/**
 * Returns the page of a shared dashboard, on which the tiles are in one column. An embedded page has
 * neither header nor footer.
 */
export function dashboardPage(
  { body: dashboard, json, pictures }: PageContent<DashboardBody>,
  placing: SharedPlacing,
): string {
  const { isEmbedded } = placing
  const name = dashboard.name || 'Untitled dashboard'
  const { tiles } = dashboard
  const content = html`${isEmbedded ? null : heading(dashboard, name)}
${datesNav(placing)}
${tiles.length === 0 ? html`<p class="empty">This dashboard has no tiles yet.</p>` : tiles.map((tile) => tileOf(tile, pictures))}
${isEmbedded ? null : html`<footer><a href="${jsonAddress(placing)}">Data as JSON</a></footer>`}
${dataOf('dashboard', json, placing)}`
  return documentOf(name, content, { isEmbedded, script: scriptOf(placing) })
}

function tileOf(
  { insight, text, show_description }: DashboardTileBody,
  pictures: PageContent<unknown>['pictures'],
): Html {
  // Markdown is not interpreted: the text is shown as its author typed it.
  if (insight === null) return html`<section class="text" dir="auto">${text?.body ?? ''}</section>`
  const { description } = insight
  return html`<section>
<h2 dir="auto">${insightName(insight)}</h2>
${description === '' || show_description === false ? null : html`<p dir="auto">${description}</p>`}
${shown(insight, pictures)}</section>`
}
