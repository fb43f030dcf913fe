import type { Formula } from '#query/formula/formula.ts'
import { parseFormula } from '#query/formula/parse-formula.ts'
import { LIMITS } from '#query/limits.ts'
import { toldApart } from '#query/told-apart.ts'
import { attrOf, type FieldPaths, type Path } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'

/** A formula of a question, with its text for the labels of the answer. */
export interface FormulaAsked {
  readonly text: string
  readonly customName: string | null
  readonly formula: Formula
}

/**
 * The fields that a node has for formulas: one formula in older nodes, a list of texts, and a list of
 * formulas with names.
 */
interface FormulaFields {
  readonly formula?: string | null | undefined
  readonly formulas?: readonly string[] | null | undefined
  readonly formulaNodes?:
    | readonly { readonly formula: string; readonly custom_name?: string | null | undefined }[]
    | null
    | undefined
}

/**
 * Returns the formulas of a node. If several fields have formulas, the newest field counts. Empty text is
 * no formula.
 * @throws RequestError
 */
export function parseFormulas(fields: FormulaFields, seriesCount: number, at: FieldPaths): FormulaAsked[] {
  const [field, given] = newestOf(fields)
  if (given.length > LIMITS.series)
    throw invalid(
      'max_length',
      `At most ${LIMITS.series} formulas are possible in one question, and ${given.length} were sent: send the others in another question.`,
      attrOf(at('trendsFilter', field)),
    )
  return given.flatMap(({ text, customName }, i) => {
    const path: Path = field === 'formula' ? at('trendsFilter', field) : at('trendsFilter', field, i)
    return text.trim() === ''
      ? []
      : [{ text: text.trim(), customName, formula: parseFormula(text, seriesCount, path) }]
  })
}

/** Returns the field that has the formulas of a node; null for a node without any. */
export function formulaField(fields: FormulaFields): keyof FormulaFields | null {
  const [field, given] = newestOf(fields)
  return given.some(({ text }) => text.trim() !== '') ? field : null
}

type Given = readonly { readonly text: string; readonly customName: string | null }[]

function newestOf({ formula, formulas, formulaNodes }: FormulaFields): [keyof FormulaFields, Given] {
  if (formulaNodes?.length)
    return [
      'formulaNodes',
      formulaNodes.map((one) => ({ text: one.formula, customName: one.custom_name?.trim() || null })),
    ]
  if (formulas?.length) return ['formulas', formulas.map((text) => ({ text, customName: null }))]
  return ['formula', formula ? [{ text: formula, customName: null }] : []]
}

/**
 * Returns the label of each formula: its name, or its text. Formulas with the same name are told apart by
 * their texts.
 */
export const formulaLabels = (formulas: readonly FormulaAsked[]): string[] =>
  toldApart(
    formulas.map(({ text, customName }) =>
      customName === null
        ? { name: `Formula (${text})`, qualifiers: [] }
        : { name: customName, qualifiers: [text] },
    ),
  )
