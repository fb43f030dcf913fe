import { IconMathFunction, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { FormulaNode } from '#web/api/query-node.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemText, useProblem } from './problem.tsx'
import { RenameField } from './rename-field.tsx'

interface FormulaRowProps {
  readonly formula: FormulaNode
  readonly index: number
  readonly isPercent: boolean
  /**
   * Called with the changed formula. While the user types, `how` is `replace`, so that not every letter is
   * a step for the Back button.
   */
  onChange(formula: FormulaNode, how: 'push' | 'replace'): void
  onPercent(isPercent: boolean): void
  onDelete(): void
}

/**
 * The row of a formula: a number that is computed from series by their letters, such as `B / A`. While it
 * is typed, its syntax is checked.
 */
export function FormulaRow({ formula, index, isPercent, onChange, onPercent, onDelete }: FormulaRowProps) {
  const [isRenaming, setRenaming] = useState(false)
  const place = `trendsFilter__formulaNodes__${index}`
  const isWrong = useProblem(place) !== null
  const name = formula.custom_name || 'Formula'
  return (
    <div
      className={isWrong ? 'series__row series__row--wrong' : 'series__row'}
      data-part={`formula-${index}`}
    >
      <span className="letter letter--on" aria-hidden>
        <IconMathFunction size={12} />
      </span>
      {isRenaming ? (
        <RenameField
          label={`Name of formula ${index + 1}`}
          value={formula.custom_name ?? ''}
          placeholder="Formula"
          onDone={(typed) => {
            setRenaming(false)
            if (typed !== null)
              onChange({ formula: formula.formula, ...(typed && { custom_name: typed }) }, 'push')
          }}
        />
      ) : (
        <button
          type="button"
          className="series__event"
          aria-label={`Rename ${name}`}
          onClick={() => setRenaming(true)}
        >
          <span className="strong cut">{name}</span>
        </button>
      )}
      <span className="acts">
        <Button
          look="plain"
          isSmall
          aria-label={`Delete ${name}`}
          icon={<IconX size={16} />}
          onClick={onDelete}
        />
      </span>
      <div className="under">
        <input
          className="pill mono pill--field"
          aria-label={`${name} of the letters above`}
          aria-invalid={isWrong}
          placeholder="B / A"
          spellCheck={false}
          value={formula.formula}
          size={Math.max(6, formula.formula.length + 1)}
          onChange={({ target }) => onChange({ ...formula, formula: target.value }, 'replace')}
        />
        <button type="button" className="pill" aria-pressed={isPercent} onClick={() => onPercent(!isPercent)}>
          {isPercent ? 'as %' : 'as a number'}
        </button>
      </div>
      <ProblemText place={place} />
    </div>
  )
}
