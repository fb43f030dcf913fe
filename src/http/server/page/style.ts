import { createHash } from 'node:crypto'

const LIGHT = ['#2563eb', '#d97706', '#059669', '#db2777', '#7c3aed', '#0891b2', '#65a30d', '#dc2626']
const DARK = ['#60a5fa', '#fbbf24', '#34d399', '#f472b6', '#a78bfa', '#22d3ee', '#a3e635', '#f87171']

const variables = (colors: readonly string[]) => colors.map((color, i) => `--s${i}:${color}`).join(';')

/** The whole style of the pages. */
export const STYLE = `
:root{color-scheme:light dark;--back:#fff;--text:#1f2937;--quiet:#5b6472;--rule:#e5e7eb;${variables(LIGHT)}}
@media (prefers-color-scheme:dark){:root{--back:#14171c;--text:#e5e7eb;--quiet:#9aa4b2;--rule:#2e343d;${variables(DARK)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1.25rem}
.embedded{padding:.75rem}
@keyframes appear{from{visibility:hidden}}
@media (scripting:enabled){.replaced{animation:appear 2s steps(1,end)}}
.dates{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-top:1rem;font-size:.9rem}
.dates [aria-current]{color:var(--text);text-decoration:none;font-weight:600}
h1{margin:0;font-size:1.6rem;line-height:1.25;overflow-wrap:anywhere}
header p{margin:.5rem 0 0;overflow-wrap:anywhere;white-space:pre-line}
.tags{display:flex;flex-wrap:wrap;gap:.4rem;margin:.75rem 0 0;padding:0;list-style:none}
.tags li{padding:0 .6rem;border:1px solid var(--rule);border-radius:1rem;color:var(--quiet);font-size:.85rem}
.quiet,.note,footer{color:var(--quiet);font-size:.875rem}
section{margin-top:1.5rem}
footer{margin-top:2rem;padding-top:1rem;border-top:1px solid var(--rule);display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;justify-content:space-between}
a{color:var(--s0)}
.wide{overflow-x:auto}
.chart{display:block;width:100%;min-width:34rem}
.chart text{fill:var(--quiet);font-size:12px}
.grid{stroke:var(--rule)}
.line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:.5rem 0 0;padding:0;list-style:none;font-size:.9rem}
.swatch{width:.7rem;height:.7rem;margin-right:.4rem}
.funnel{margin:0;padding:0;list-style-position:inside}
.funnel p{display:inline}
.funnel li{margin-bottom:.9rem;overflow-wrap:anywhere}
.figure{float:right;font-variant-numeric:tabular-nums;color:var(--quiet)}
.bar{display:block;width:100%;height:1.75rem;margin-top:.3rem;border-radius:.25rem}
.track{fill:var(--rule)}
.band{fill:none;stroke:var(--text);stroke-opacity:.14}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{padding:.4rem .75rem;border-bottom:1px solid var(--rule);text-align:left;font-weight:400;white-space:nowrap}
th:first-child{padding-left:0}
th:last-child,td:last-child{padding-right:0}
thead th{color:var(--quiet);font-size:.8rem}
.number{text-align:right;font-variant-numeric:tabular-nums}
.empty{padding:3rem 1rem;border:1px dashed var(--rule);border-radius:.5rem;text-align:center;color:var(--quiet)}
.text{white-space:pre-wrap;overflow-wrap:anywhere}
form p{margin:1rem 0}
label{display:block;margin-bottom:.25rem;color:var(--quiet);font-size:.875rem}
input,button{font:inherit;padding:.5rem .75rem;border:1px solid var(--rule);border-radius:.375rem;background:var(--back);color:var(--text)}
input{width:100%;max-width:24rem}
button{cursor:pointer;border-color:var(--s0);color:var(--s0)}
.error{color:var(--s7)}
${LIGHT.map((_, i) => `.line.s${i}{stroke:var(--s${i})}.dot.s${i},.fill.s${i}{fill:var(--s${i})}`).join('\n')}
`

/**
 * The source of styles that a Content-Security-Policy allows: the style sheet of these pages, by its hash.
 */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`
