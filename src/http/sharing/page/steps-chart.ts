import { type Html, html } from '#http/server/page/html.ts'
import type { StepsChart } from '#insights/kind/picture.ts'
import { numberText } from '#shared/number-text.ts'
import { percentText } from './figures.ts'

/**
 * Draws one bar for each step. The length of a bar is the number of actors who reached the step, as a share
 * of the actors of the first step.
 */
export function stepsChart({ steps }: StepsChart): Html {
  return html`<ol class="funnel">${steps.map(
    ({ name, count, share }) =>
      html`<li><p><bdi>${name}</bdi> <span class="figure">${numberText(count)} · ${percentText(share)}</span></p><svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="1"/><rect class="fill s0" width="${barLength(share)}" height="1"/></svg></li>
`,
  )}</ol>`
}

const barLength = (share: number | null) => Math.round(Math.min(share ?? 0, 1) * 1_000) / 10
