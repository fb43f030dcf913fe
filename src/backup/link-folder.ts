import { copyFileSync, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes a second folder with hard links to the same files. This takes no time and no space, and the files
 * stay when the first folder is deleted. Their content must never be changed in place. If the file system
 * has no hard links, the files are copied. Returns false, and leaves nothing, if the first folder is
 * deleted meanwhile.
 */
export function linkFolder(from: string, to: string): boolean {
  try {
    link(from, to)
    return true
  } catch (error) {
    rmSync(to, { recursive: true, force: true })
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

function link(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) link(source, target)
    else linkFile(source, target)
  }
}

const NO_LINKS = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (!NO_LINKS.includes(codeOf(error))) throw error
    copyFileSync(from, to)
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''
