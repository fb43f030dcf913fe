import { readFileSync } from 'node:fs'
import { repositoryFiles } from '../fixtures/repository-files.ts'
import { brokenInDocument, brokenInProgram } from './broken-rules.ts'

const PROGRAM = /\.(?:ts|tsx|cjs|mjs|js)$/
const DOCUMENT = /\.md$/
/** Files that a program writes. */
const GENERATED = new Set(['web/api/schema.d.ts'])

/**
 * `node test/language/run.ts [folder …]`: prints each place of comments and documents that breaks a countable
 * rule of the project's language. Exits with 1 if there is one.
 */
function check(folders: readonly string[]): void {
  for (const file of repositoryFiles(folders).filter((one) => !GENERATED.has(one)))
    for (const { line, text } of brokenIn(file)) {
      process.stderr.write(`${file}:${line} ${text}\n`)
      process.exitCode = 1
    }
}

function brokenIn(file: string) {
  if (PROGRAM.test(file)) return brokenInProgram(file, readFileSync(file, 'utf8'))
  return DOCUMENT.test(file) ? brokenInDocument(readFileSync(file, 'utf8')) : []
}

check(process.argv.slice(2))
