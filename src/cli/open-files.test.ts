import { expect, test } from 'vitest'
import { tooFewOpenFiles } from './open-files.ts'

test.each([[null], [1_024], [1_048_576]])('a limit of %s open files is enough', (limit) => {
  expect(tooFewOpenFiles(limit)).toBeNull()
})

test.each([[128], [1_023]])('a limit of %i is refused in a sentence with both numbers', (limit) => {
  expect(tooFewOpenFiles(limit)).toMatch(
    new RegExp(`^Throughline needs 1024 open files, .* ${limit}: .*ulimit -n 1024`),
  )
})
