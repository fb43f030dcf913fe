import { type Html, html } from '#http/server/page/html.ts'
import type { FlowChart } from '#insights/kind/picture.ts'
import { numberText } from '#shared/number-text.ts'
import { type FlowBand, type FlowNode, flowLayout, NODE_WIDTH } from './flow-layout.ts'

const WIDTH = 760
const HEIGHT = 360
const TOP = 14
const MAX_LINKS = 100
const MOST_CHARACTERS = 24

/** Draws a flow chart: the items of each step in a column, and each edge as a band. */
export function flowChart({ links }: FlowChart): Html {
  const { nodes, bands } = flowLayout(links.slice(0, MAX_LINKS), { width: WIDTH, height: HEIGHT })
  const bottom = nodes.reduce((most, { top, height }) => Math.max(most, top + height), 0)
  return html`<div class="wide"><svg class="chart" viewBox="0 0 ${WIDTH} ${rounded(bottom + TOP + 4)}" role="img" aria-label="Paths by step; the table below has their numbers">
${bands.map(bandOf)}
${nodes.map(nodeOf)}
</svg></div>`
}

function bandOf({ source, target, value, width, fromY, toY }: FlowBand): Html {
  const [x1, x2] = [rounded(source.x + NODE_WIDTH), rounded(target.x)]
  const middle = rounded((x1 + x2) / 2)
  const [y1, y2] = [rounded(fromY + TOP), rounded(toY + TOP)]
  return html`<path class="band" stroke-width="${rounded(Math.max(width, 0.5))}" d="M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}"><title>${source.key} → ${target.key}: ${numberText(value)}</title></path>`
}

const nodeOf = ({ key, value, x, top, height }: FlowNode): Html =>
  html`<rect class="fill s0" x="${rounded(x)}" y="${rounded(top + TOP)}" width="${NODE_WIDTH}" height="${rounded(Math.max(height, 1))}"><title>${key}: ${numberText(value)}</title></rect><text x="${rounded(x)}" y="${rounded(top + TOP - 4)}">${shortName(key)}</text>`

/** Shortens a name by leaving out its beginning, because the end of an address says more. */
function shortName(key: string): string {
  const name = [...key.replace(/^\d+_/, '')]
  return name.length <= MOST_CHARACTERS ? name.join('') : `…${name.slice(1 - MOST_CHARACTERS).join('')}`
}

const rounded = (value: number) => Math.round(value * 10) / 10
