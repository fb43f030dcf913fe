import { shown } from '#contract/nearest-name.ts'
import type { Warning } from '#contract/warning.ts'
import { attrOf, type FieldPaths } from '#shared/field-paths.ts'
import { isGiven, type JsonObject } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'

/** @throws RequestError if the sampling factor is not a number from 0 to 1. */
export function requireSamplingFactor({ samplingFactor }: JsonObject, at: FieldPaths): void {
  if (!isSampled(samplingFactor) || isFactor(samplingFactor)) return
  throw invalid(
    'invalid_input',
    `Expected a sampling factor from 0 to 1, such as 0.1, not ${shown(samplingFactor)}.`,
    attrOf(at('samplingFactor')),
  )
}

/**
 * Returns a warning if a question asks for a sample of the events. Its numbers are computed from all
 * events.
 */
export const samplingLeftOut = ({ samplingFactor }: JsonObject, at: FieldPaths): Warning[] =>
  isSampled(samplingFactor)
    ? [
        {
          code: 'sampling_left_out',
          detail: `The sampling factor ${shown(samplingFactor)} is not applied: all events are counted, and the numbers are exact.`,
          attr: attrOf(at('samplingFactor')),
        },
      ]
    : []

/**
 * Returns whether a factor asks for a sample. A factor of 1 means all events. Forms send empty text for no
 * factor.
 */
const isSampled = (factor: unknown): boolean => isGiven(factor) && factor !== '' && numberOf(factor) !== 1

const isFactor = (factor: unknown): boolean => numberOf(factor) >= 0 && numberOf(factor) <= 1

const numberOf = (factor: unknown): number => {
  const isNumber = typeof factor === 'number' || (typeof factor === 'string' && factor.trim() !== '')
  return isNumber ? Number(factor) : Number.NaN
}
