import { type Html, html, raw } from './html.ts'
import { STYLE } from './style.ts'

/** A whole page with the style of all pages; an embedded one has less margin. */
export function documentOf(title: string, content: Html, isEmbedded = false): string {
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

/** A page with a title and one sentence. */
export const messagePage = (title: string, sentence: string): string =>
  documentOf(title, html`<header><h1>${title}</h1><p>${sentence}</p></header>`)
