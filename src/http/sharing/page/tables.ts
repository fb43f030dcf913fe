import { durationText, numberText, percentText } from './figures.ts'
import { type Html, html } from './html.ts'
import type { ShownSeries, ShownStep } from './shown-result.ts'

const MAX_COLUMNS = 50
const MAX_CELLS = 20_000

/** A row a day, a column a series; the newest rows where all would be too many for a page. */
export function trendTable(series: readonly ShownSeries[]): Html {
  const columns = series.slice(0, MAX_COLUMNS)
  const length = Math.max(...columns.map(({ data }) => data.length))
  const shown = Math.min(length, Math.floor(MAX_CELLS / columns.length))
  const rows = Array.from({ length: shown }, (_, i) => length - shown + i)
  const labelOf = (row: number) => columns.find(({ labels }) => labels[row])?.labels[row] ?? ''
  return html`${note(columns.length, series.length, 'series')}${note(shown, length, 'rows')}<div class="wide"><table>
<thead><tr><th scope="col">Date</th>${columns.map(({ label }) => html`<th scope="col" class="number"><bdi>${label}</bdi></th>`)}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row">${labelOf(row)}</th>${columns.map(({ data }) => cell(data[row]))}</tr>
`,
  )}</tbody>
</table></div>`
}

const cell = (value: number | undefined) =>
  html`<td class="number">${value === undefined ? '' : numberText(value)}</td>`

const note = (shown: number, all: number, what: string) =>
  shown < all
    ? html`<p class="note">${numberText(shown)} of ${numberText(all)} ${what} are shown. The data as JSON have all.</p>`
    : null

/** A row a step. */
export function funnelTable(steps: readonly ShownStep[]): Html {
  return html`<div class="wide"><table>
<thead><tr><th scope="col">Step</th><th scope="col" class="number">Count</th><th scope="col" class="number">From the first</th><th scope="col" class="number">From the step before</th><th scope="col" class="number">Average time</th><th scope="col" class="number">Median time</th></tr></thead>
<tbody>${steps.map(
    (step, i) =>
      html`<tr><th scope="row">${i + 1}. <bdi>${step.name}</bdi></th><td class="number">${numberText(step.count)}</td><td class="number">${percentText(step.ofFirst)}</td><td class="number">${percentText(step.ofPrevious)}</td><td class="number">${durationText(step.averageSeconds)}</td><td class="number">${durationText(step.medianSeconds)}</td></tr>
`,
  )}</tbody>
</table></div>`
}
