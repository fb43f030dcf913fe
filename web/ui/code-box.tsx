import { IconCopy } from '@tabler/icons-react'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { useToast } from './toast.tsx'

const MOST_ROWS = 18

interface CodeBoxProps {
  readonly title: string
  readonly text: string
}

/** A box with a title and code, and a button that copies the code. */
export function CodeBox({ title, text }: CodeBoxProps) {
  const toast = useToast()
  return (
    <section className="codebox">
      <div className="block__head">
        <h3>{title}</h3>
        <Button
          look="plain"
          isSmall
          icon={<IconCopy size={14} aria-hidden />}
          aria-label={`Copy ${title}`}
          onClick={() => void copyText(text).then(() => toast(`${title} is on the clipboard`))}
        >
          Copy
        </Button>
      </div>
      <textarea
        className="mono"
        readOnly
        spellCheck={false}
        aria-label={title}
        rows={Math.min(MOST_ROWS, text.split('\n').length)}
        value={text}
      />
    </section>
  )
}
