import { type Html, html } from '#http/server/page/html.ts'
import type { PictureTable } from '#insights/kind/picture.ts'
import { durationText, numberText } from '#shared/number-text.ts'
import { percentText } from './figures.ts'

const MAX_COLUMNS = 50
const MAX_CELLS = 20_000

type Column = PictureTable['columns'][number]
type Cell = PictureTable['rows'][number][number]

/**
 * Draws a table whose first column has the names of the rows. If there are too many columns, only the first
 * ones are shown. If there are too many rows, only the last ones are shown, because they are the newest.
 */
export function pictureTable({ columns, rows }: PictureTable): Html {
  const [heading, ...values] = columns
  const shown = values.slice(0, MAX_COLUMNS)
  const length = Math.min(rows.length, Math.floor(MAX_CELLS / Math.max(shown.length, 1)))
  return html`${note(shown.length, values.length, 'series')}${note(length, rows.length, 'rows')}<div class="wide"><table>
<thead><tr><th scope="col">${heading?.title ?? ''}</th>${shown.map(({ title }) => html`<th scope="col" class="number"><bdi>${title}</bdi></th>`)}</tr></thead>
<tbody>${rows.slice(rows.length - length).map(
    ([name = null, ...cells]) =>
      html`<tr><th scope="row">${heading?.format === 'text' ? html`<bdi>${nameText(name)}</bdi>` : nameText(name)}</th>${shown.map((column, i) => html`<td class="number">${cellText(column, cells[i] ?? null)}</td>`)}</tr>
`,
  )}</tbody>
</table></div>${hasUnfinished(rows) ? html`<p class="note">* The interval is not over yet.</p>` : null}`
}

const isUnfinished = (value: Cell) => typeof value === 'object' && value !== null
const hasUnfinished = (rows: PictureTable['rows']) => rows.some((row) => row.some(isUnfinished))

function cellText(column: Pick<Column, 'format'>, value: Cell): string {
  if (typeof value === 'object' && value !== null) return `${cellText(column, value.unfinished)} *`
  const { format } = column
  if (format === 'percent') return percentText(numberOrNull(value))
  if (format === 'duration') return typeof value === 'number' ? durationText(value) : '–'
  return typeof value === 'number' ? numberText(value) : (value ?? '')
}

const nameText = (value: Cell) => (typeof value === 'object' ? null : value)

const numberOrNull = (value: Cell) => (typeof value === 'number' ? value : null)

const note = (shown: number, all: number, what: string) =>
  shown < all
    ? html`<p class="note">${numberText(shown)} of ${numberText(all)} ${what} are shown. The data as JSON has all of them.</p>`
    : null
