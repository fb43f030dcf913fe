import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const npm = (folder: string, ...words: readonly string[]) =>
  execFileSync('npm', [...words, '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** Builds the package into `folder`. Returns its file. */
export function packProgram(folder: string): string {
  const printed = npm(ROOT, 'pack', '--pack-destination', folder)
  return join(folder, printed.trim().split('\n').at(-1) ?? '')
}

/** Installs packages into a new folder, like a user does. */
export function installPackages(folder: string, ...packages: readonly string[]): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  npm(folder, 'install', '--no-audit', '--no-fund', ...packages)
}

/** The command line of an installed package, relative to the folder of the installation. */
export const PROGRAM = 'node_modules/throughline/bin/throughline.cjs'
