import { expect, test } from 'vitest'
import { SAMPLES } from '../../test/fixtures/controls.ts'
import { compactQuestion } from './compact.ts'

test.each(SAMPLES)('the address of $name keeps each of its fields', (sample) => {
  const { question, fields } = sample
  expect(compactQuestion(question)).toEqual(question)
  if (sample.of !== undefined) return
  const paths = schemaPathsOf(question)
  expect(Object.keys(fields).filter((field) => !paths.has(field))).toEqual([])
})

/** Returns the paths of all fields of a question, in the form that `schemaFields` has. */
function schemaPathsOf(value: unknown, path = ''): Set<string> {
  if (Array.isArray(value))
    return new Set([path, ...value.flatMap((one) => [...schemaPathsOf(one, `${path}[]`)])])
  if (typeof value !== 'object' || value === null) return new Set([path])
  const below = Object.entries(value).flatMap(([name, inner]) => [
    ...schemaPathsOf(inner, path === '' ? name : `${path}.${name}`),
  ])
  return new Set([path, ...below])
}
