import { numberText, percentText } from './figures.ts'
import { type Html, html } from './html.ts'
import type { ShownStep } from './shown-result.ts'

/** A bar a step, as long as the share of the first step that reached it. */
export function funnelBars(steps: readonly ShownStep[]): Html {
  return html`<ol class="funnel">${steps.map(
    (step) =>
      html`<li><p><bdi>${step.name}</bdi> <span class="figure">${numberText(step.count)} · ${percentText(step.ofFirst)}</span></p><svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="1"/><rect class="fill s0" width="${barLength(step)}" height="1"/></svg></li>
`,
  )}</ol>`
}

const barLength = ({ ofFirst }: ShownStep) => Math.round(Math.min(ofFirst ?? 0, 1) * 1_000) / 10
