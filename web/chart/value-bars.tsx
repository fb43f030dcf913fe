import './value-bars.css'

export interface ValueBar {
  readonly key: string
  readonly name: string
  readonly value: number
  readonly text: string
  /** Whether this is the row of all other values. It is last, and has no bar. */
  readonly isRest: boolean
  readonly open: (() => void) | null
}

/** A list with one bar for each value. Each bar is a button that opens the people behind the value. */
export function ValueBars({ bars }: { readonly bars: readonly ValueBar[] }) {
  const most = Math.max(...bars.filter(({ isRest }) => !isRest).map(({ value }) => Math.abs(value)), 0) || 1
  return (
    <ul className="hbars">
      {bars.map(({ key, name, value, text, isRest, open }) => (
        <li key={key} className={isRest ? 'quiet' : undefined}>
          <button type="button" disabled={open === null} onClick={open ?? undefined}>
            {!isRest && (
              <span
                className="hbars__b"
                style={{ width: `calc((100% - 64px) * ${Math.abs(value) / most})` }}
              />
            )}
            <span className="cut grow">{name}</span>
            <span className="num">{text}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
