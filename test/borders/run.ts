import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { repositoryFiles } from '../fixtures/repository-files.ts'
import { withBorders } from './architecture.ts'
import { circleFaults, importsIn } from './circles.ts'
import { PARTS, SERVER } from './folders.ts'
import { HTTP_FEATURES } from './http-features.ts'
import { lintRules } from './lint-rules.ts'
import { PAGE } from './page-folders.ts'
import { TYPE_CIRCLES } from './type-circles.ts'
import { misplacedWords } from './words.ts'

/**
 * Compares the lint rules and ARCHITECTURE.md with the list of folders, and the list with the folders that
 * exist. Looks for words that only some files may have, and for files that import each other. With
 * `--write` it writes both files.
 */
function check(isWriting: boolean): void {
  const problems = [...missing(), ...misplaced(), ...circular()]
  for (const [file, make] of [
    ['biome.borders.json', lintRules],
    ['ARCHITECTURE.md', withBorders],
  ] as const) {
    const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const after = make(before)
    if (before === after) continue
    if (isWriting) writeFileSync(file, after)
    else problems.push(`${file} differs from test/borders/folders.ts: npm run borders`)
  }
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
}

function missing(): string[] {
  const listed = [...SERVER, ...PARTS, ...PAGE]
  const bordered = [...listed, ...HTTP_FEATURES]
  const folders = ['src', 'src/http', 'web'].flatMap((root) =>
    readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'public')
      .map(({ name }) => `${root}/${name}`),
  )
  return [
    ...folders
      .filter((folder) => !bordered.some(({ path }) => path === folder))
      .map((folder) => `${folder} is not in test/borders/folders.ts.`),
    ...listed
      .filter(({ path, first }) => !existsSync(`${path}/${first}`))
      .map(({ path, first }) => `${path}/${first} of test/borders/folders.ts does not exist.`),
  ]
}

const modulesOf = (folders: readonly string[]) =>
  repositoryFiles(folders).filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|d)\.tsx?$/.test(file))

const circular = () => circleFaults(importsIn(modulesOf(['src', 'web', 'bench'])), TYPE_CIRCLES)

const misplaced = () => modulesOf(['src']).flatMap((file) => misplacedWords(file, readFileSync(file, 'utf8')))

check(process.argv.includes('--write'))
