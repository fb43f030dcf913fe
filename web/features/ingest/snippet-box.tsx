import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { LANGUAGES, type Language, type Snippet, snippetOf } from './snippets.ts'

interface SnippetBoxProps {
  readonly host: string
  readonly token: string
  readonly language: Language
  onLanguage(language: Language): void
}

/**
 * The snippet of one language, with the address of this server and the token of the project. A button
 * copies the whole snippet.
 */
export function SnippetBox({ host, token, language, onLanguage }: SnippetBoxProps) {
  const [isCopied, setCopied] = useState(false)
  const snippet = snippetOf(language, host, token)
  const copy = async () => {
    await navigator.clipboard.writeText(snippet.text)
    setCopied(true)
  }
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <section className="card code" aria-label="Snippet">
      <div className="tabs">
        <div className="tabset" role="tablist" aria-label="Language">
          {LANGUAGES.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              className="tab"
              aria-selected={one === language}
              onClick={() => {
                onLanguage(one)
                setCopied(false)
              }}
            >
              {one}
            </button>
          ))}
        </div>
        <span className="grow" />
        <Button isSmall icon={<Icon size={14} stroke={1.5} aria-hidden />} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <Code key={language} snippet={snippet} />
    </section>
  )
}

function Code({ snippet: { text, folded } }: { readonly snippet: Snippet }) {
  const [isWhole, setWhole] = useState(false)
  const lines = text.split('\n')
  const end = folded === null ? 0 : folded.from + folded.count
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
    <pre tabIndex={0}>
      {folded === null || isWhole ? (
        text
      ) : (
        <>
          {`${lines.slice(0, folded.from).join('\n')}\n    `}
          <button type="button" className="fold" onClick={() => setWhole(true)}>
            {folded.count} lines, copied with the rest
          </button>
          {`\n${lines.slice(end).join('\n')}`}
        </>
      )}
    </pre>
  )
}
