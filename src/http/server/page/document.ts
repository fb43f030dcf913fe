import { type Html, html, raw } from './html.ts'
import { STYLE } from './style.ts'

interface DocumentForm {
  /** Whether the page is embedded in another page. An embedded page has smaller margins. */
  readonly isEmbedded?: boolean
  /**
   * Elements of the head that load a script. The script replaces the content of the page. While the script
   * loads, browsers that run scripts hide the content for a moment.
   */
  readonly script?: Html | null
}

/** Returns a whole HTML page, with the style that all server-made pages have. */
export function documentOf(
  title: string,
  content: Html,
  { isEmbedded = false, script = null }: DocumentForm = {},
): string {
  const classes = [isEmbedded ? 'embedded' : [], script === null ? [] : 'replaced'].flat().join(' ')
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(STYLE)}</style>
${script}</head>
<body>
<main${classes === '' ? null : html` class="${classes}"`}>
${content}
</main>
</body>
</html>
`.text
}

/** Returns an HTML page with a title and one sentence. */
export const messagePage = (title: string, sentence: string): string =>
  documentOf(title, html`<header><h1>${title}</h1><p>${sentence}</p></header>`)
