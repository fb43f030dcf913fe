import { InvalidArgumentError } from 'commander'

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

/** Parses the id of a row. */
export const rowNumber = wholeNumberParser(1, 2 ** 31 - 1)
