import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { VERSION } from './version.ts'

const textOf = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

test('the version is that of the package, and the changelog has it', () => {
  expect(VERSION).toBe(JSON.parse(textOf('package.json')).version)
  expect(textOf('CHANGELOG.md')).toContain(`## ${VERSION}`)
})
