import { InvalidArgumentError } from 'commander'
import { z } from 'zod'

/**
 * Returns a parser of whole numbers from `least` to `most`, both included.
 * @throws InvalidArgumentError, which commander prints
 */
export const wholeNumberParser =
  (least: number, most: number) =>
  (text: string): number => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= least && number <= most) return number
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`)
  }

/** Parses the id of a row of the metadata, such as a project. */
export const rowNumber = wholeNumberParser(1, 2 ** 31 - 1)

const Instant = z.iso.datetime({ offset: true })

/**
 * Parses an instant from the command line to epoch ms.
 * @throws InvalidArgumentError for any other text and for an instant in the future
 */
export function parsePastInstant(text: string): number {
  const atMs = Instant.safeParse(text).success ? Date.parse(text) : Number.NaN
  if (!(atMs <= Date.now()))
    throw new InvalidArgumentError('Expected a past instant such as 2026-11-20T12:00:00Z.')
  return atMs
}
