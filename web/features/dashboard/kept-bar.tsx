import { IconX } from '@tabler/icons-react'
import { useVocabulary } from '#web/question/vocabulary.ts'
import { type BoardFilters, keptFilters } from './kept-filters.ts'

interface KeptBarProps {
  readonly filters: BoardFilters
  /** Changes the filters; null if the user may not change the dashboard. */
  readonly onChange: ((filters: BoardFilters) => void) | null
}

/**
 * The filters that the dashboard has for everyone and that apply to all of its tiles. Each has a button
 * that removes it.
 */
export function KeptBar({ filters, onChange }: KeptBarProps) {
  const kept = keptFilters(filters, useVocabulary(), Date.now())
  if (kept.length === 0) return null
  return (
    <ul className="line board__kept" aria-label="Filters of all tiles, for everyone">
      {kept.map(({ words, without }) => (
        <li key={words} className="chip">
          <span>{words}</span>
          {onChange !== null && (
            <button
              type="button"
              className="x"
              aria-label={`Remove for everyone: ${words}`}
              onClick={() => onChange(without)}
            >
              <IconX size={12} aria-hidden />
            </button>
          )}
        </li>
      ))}
      <li className="quiet">for everyone</li>
    </ul>
  )
}
