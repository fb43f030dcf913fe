import type { FormulaNode, TrendsFilter } from '#web/api/query-node.ts'

/** Returns the formulas of a trend, which may be in any of their three forms. */
export function formulasOf(trends: TrendsFilter | undefined): readonly FormulaNode[] {
  if (trends?.formulaNodes?.length) return trends.formulaNodes
  if (trends?.formulas?.length) return trends.formulas.map((formula) => ({ formula }))
  return trends?.formula ? [{ formula: trends.formula }] : []
}

/** Returns the section of a trend with these formulas; undefined if the section would be empty. */
export function withFormulas(
  trends: TrendsFilter | undefined,
  formulaNodes: readonly FormulaNode[],
): TrendsFilter | undefined {
  const { formula: _, formulas: _1, formulaNodes: _2, ...rest } = trends ?? {}
  const next = formulaNodes.length === 0 ? rest : { ...rest, formulaNodes }
  return Object.keys(next).length === 0 ? undefined : next
}

const LETTER = /(?<![A-Za-z0-9_])([A-Z])(?![A-Za-z0-9_(])/g

/** Returns the letters of series in a formula. Each letter occurs once. */
export const lettersOf = (formula: string): readonly string[] => [
  ...new Set([...formula.matchAll(LETTER)].map(([, letter = '']) => letter)),
]

/**
 * Returns a formula with the letters that its series have after being moved. `from` has the previous index
 * of the series at each new index.
 */
export const reletter = (formula: string, from: readonly (number | null)[]): string =>
  formula.replaceAll(LETTER, (letter) => {
    const to = from.indexOf(letter.charCodeAt(0) - 65)
    return to === -1 ? letter : String.fromCharCode(65 + to)
  })

/** Returns the formula with the names of its series in place of letters: `signed up ÷ visited pricing`. */
export const formulaInWords = (formula: string, names: readonly string[]): string =>
  formula
    .replaceAll('/', '÷')
    .replaceAll('*', '×')
    .replaceAll(LETTER, (letter) => names[letter.charCodeAt(0) - 65] ?? letter)
