import { isGiven } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'

/** The parameters that select each kind of number. The first of them is required to select such a number. */
const NUMBERS = [
  ['funnel_custom_steps'],
  ['funnel_step', 'window_open'],
  ['funnel_time_from', 'funnel_time_to'],
  ['entrance_period_start', 'drop_off', 'occurrence'],
] as const

type NumberSelectors = {
  readonly [Name in (typeof NUMBERS)[number][number]]?:
    | string
    | number
    | boolean
    | readonly number[]
    | null
    | undefined
}

/**
 * Requires that all parameters select the same number.
 * @throws RequestError for a parameter of another number than the selected one, because it would have no
 * effect.
 */
export function requireOneNumber(selectors: NumberSelectors): void {
  // Clients send `false` for a parameter that they mean to leave out.
  const isSent = (name: keyof NumberSelectors) => isGiven(selectors[name]) && selectors[name] !== false
  // Clients that send a list of steps also send a single step. The list then replaces the single step.
  const given = (name: keyof NumberSelectors) =>
    isSent(name) && !(name === 'funnel_step' && isSent('funnel_custom_steps'))
  const selected = NUMBERS.find(([needed]) => given(needed))
  for (const names of NUMBERS)
    for (const name of names) {
      if (names === selected || !given(name)) continue
      const [needed] = names
      throw invalid(
        'invalid_input',
        selected === undefined
          ? `${name} selects nothing without ${needed}: add ${needed}.`
          : `${selected[0]} and ${name} select different numbers: leave one of them out.`,
        name,
      )
    }
}
