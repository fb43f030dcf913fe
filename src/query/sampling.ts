import { shown } from '#contract/nearest-name.ts'
import type { Warning } from '#contract/warning.ts'
import { isGiven, type JsonObject } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'
import { attrOf, type Places } from './places.ts'

/** @throws RequestError if the sampling factor is not a number from 0 to 1. */
export function requireSamplingFactor({ samplingFactor }: JsonObject, at: Places): void {
  if (!isSampled(samplingFactor) || isFactor(samplingFactor)) return
  throw invalid(
    'invalid_input',
    `The sampling factor is a number from 0 to 1, as 0.1: ${shown(samplingFactor)} is none.`,
    attrOf(at('samplingFactor')),
  )
}

/**
 * Returns a warning for a question that asks for the numbers of a part of the events: they are computed
 * from all events.
 */
export const samplingLeftOut = ({ samplingFactor }: JsonObject, at: Places): Warning[] =>
  isSampled(samplingFactor)
    ? [
        {
          code: 'sampling_left_out',
          detail: `All events count, not a part of ${shown(samplingFactor)} of them: the numbers are exact.`,
          attr: attrOf(at('samplingFactor')),
        },
      ]
    : []

/** A factor of 1 means all events. Empty text comes from a form. */
const isSampled = (factor: unknown): boolean => isGiven(factor) && factor !== '' && numberOf(factor) !== 1

const isFactor = (factor: unknown): boolean => numberOf(factor) >= 0 && numberOf(factor) <= 1

const numberOf = (factor: unknown): number => {
  const isNumber = typeof factor === 'number' || (typeof factor === 'string' && factor.trim() !== '')
  return isNumber ? Number(factor) : Number.NaN
}
