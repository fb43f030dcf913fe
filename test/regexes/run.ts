import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { analyse } from 'scslre'
import { repositoryFiles } from '../fixtures/repository-files.ts'
import { HARMLESS, PUT_TOGETHER } from './harmless.ts'

/** A regular expression in the program. */
interface Found {
  readonly file: string
  readonly line: number
  /** Null for one that is put together while the program runs. */
  readonly source: string | null
}

/**
 * Prints each regular expression that takes more than linear time over some text and is not listed. Also
 * prints each entry of the lists that has no regular expression.
 */
function check(): void {
  const found = programFiles().flatMap(regexesOf)
  const problems = [
    ...found.filter((one) => !isListed(one)).map(sentenceOf),
    ...unused(found).map((file) => `${file}: an entry of test/regexes/harmless.ts fits nothing.`),
  ]
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
}

const programFiles = () =>
  repositoryFiles(['src', 'web', 'bin', 'scripts']).filter(
    (file) => /\.(?:ts|tsx|cjs|js)$/.test(file) && !/\.(?:test|d)\.tsx?$/.test(file),
  )

function regexesOf(file: string): Found[] {
  const text = readFileSync(file, 'utf8')
  const found: Found[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const one = node as SyntaxNode
    const line = () => text.slice(0, one.start).split('\n').length
    if (one.regex !== undefined && isSlow(one.regex))
      found.push({ file, line: line(), source: one.regex.pattern })
    if (one.type === 'NewExpression' && one.callee?.name === 'RegExp')
      found.push({ file, line: line(), source: null })
    for (const child of Object.values(one)) visit(child)
  }
  visit(parseSync(file, text).program)
  return found
}

/** The fields of an ESTree node that this check reads. */
interface SyntaxNode {
  readonly type?: string
  readonly start?: number
  readonly regex?: { readonly pattern: string; readonly flags: string }
  readonly callee?: { readonly name?: string }
}

const isSlow = ({ pattern, flags }: { readonly pattern: string; readonly flags: string }) =>
  analyse({ source: pattern, flags }).reports.length > 0

const isListed = ({ file, source }: Found) =>
  source === null
    ? PUT_TOGETHER.some((one) => one.file === file)
    : HARMLESS.some((one) => one.file === file && one.source === source)

const sentenceOf = ({ file, line, source }: Found) =>
  source === null
    ? `${file}:${line}: a regular expression is put together. Write it out, or list the file in test/regexes/harmless.ts with a reason.`
    : `${file}:${line}: /${source}/ takes more than linear time over some text. Write it otherwise, or list it in test/regexes/harmless.ts with the bound on its text.`

const unused = (found: readonly Found[]): string[] =>
  [
    ...HARMLESS.filter(
      (one) => !found.some(({ file, source }) => file === one.file && source === one.source),
    ),
    ...PUT_TOGETHER.filter((one) => !found.some(({ file, source }) => file === one.file && source === null)),
  ].map(({ file }) => file)

check()
