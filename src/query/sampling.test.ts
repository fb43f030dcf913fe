import { expect, test } from 'vitest'
import { fieldPathsIn } from '#shared/field-paths.ts'
import { requireSamplingFactor, samplingLeftOut } from './sampling.ts'

const at = fieldPathsIn(['query'])

test.each([
  [undefined, 0],
  [null, 0],
  ['', 0],
  [1, 0],
  ['1', 0],
  [0.1, 1],
  ['0.1', 1],
  [0, 1],
])('a sampling factor of %j has %i warnings', (samplingFactor, count) => {
  requireSamplingFactor({ samplingFactor }, at)
  const warnings = samplingLeftOut({ samplingFactor }, at)
  expect(warnings.map(({ code, attr }) => [code, attr])).toEqual(
    Array.from({ length: count }, () => ['sampling_left_out', 'query__samplingFactor']),
  )
})

test.each([-0.1, 1.1, '2', ' ', 'half', true, [0.5], {}, Number.NaN])('%j is refused', (samplingFactor) => {
  expect(() => requireSamplingFactor({ samplingFactor }, at)).toThrow(/from 0 to 1/)
})
