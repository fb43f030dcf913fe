import { InvalidArgumentError } from 'commander'
import { z } from 'zod'

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
