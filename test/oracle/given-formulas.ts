import fc from 'fast-check'
import type { Formula, Operator } from './formula-definition.ts'

const EXPONENTS = [0, 1, 2, 0.5]

/** Formulas over `seriesCount` series. */
export const givenFormula = (seriesCount: number): fc.Arbitrary<Formula> =>
  fc.letrec<{ formula: Formula }>((tie) => ({
    formula: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.nat(seriesCount - 1).map((series): Formula => ({ series })),
      fc.constantFrom(2, 0.5, 100, 0).map((number): Formula => ({ number })),
      tie('formula').map((minus): Formula => ({ minus })),
      fc.record({
        operator: fc.constantFrom<Operator>('+', '-', '*', '/', '/'),
        left: tie('formula'),
        right: tie('formula'),
      }),
      fc
        .record({
          left: tie('formula'),
          exponent: fc.oneof(
            fc.constantFrom(...EXPONENTS).map((number): Formula => ({ number })),
            fc.constant<Formula>({ minus: { number: 1 } }),
            fc.constant<Formula>({ operator: '^', left: { number: 2 }, right: { number: 0.5 } }),
          ),
        })
        .map(({ left, exponent }): Formula => ({ operator: '^', left, right: exponent })),
    ),
  })).formula
