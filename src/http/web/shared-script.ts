import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** The built script of shared pages: its address, and the addresses of the scripts that it needs first. */
export interface SharedScript {
  readonly src: string
  readonly before: readonly string[]
}

/** The name of the entry, relative to `web/`. */
const ENTRY = 'shared/load.ts'

const Manifest = z.record(
  z.string(),
  z.looseObject({
    file: z.string(),
    imports: z.array(z.string()).optional(),
    dynamicImports: z.array(z.string()).optional(),
  }),
)

/**
 * Finds the script of shared pages in the folder of the built page (`dist/web`). Null if the page has not
 * been built. Shared pages then have no script.
 */
export async function findSharedScript(folder: string): Promise<SharedScript | null> {
  const text = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    },
  )
  if (text === null) return null
  const manifest = Manifest.parse(JSON.parse(text))
  const entry = manifest[ENTRY]
  if (entry === undefined) return null
  const next = [...(entry.imports ?? []), ...(entry.dynamicImports ?? [])]
  const files = new Set(next.flatMap((name) => withImports(manifest, name)))
  return { src: `/${entry.file}`, before: [...files].map((file) => `/${file}`) }
}

function withImports(manifest: z.infer<typeof Manifest>, name: string): string[] {
  const chunk = manifest[name]
  if (chunk === undefined) return []
  return [chunk.file, ...(chunk.imports ?? []).flatMap((one) => withImports(manifest, one))]
}
