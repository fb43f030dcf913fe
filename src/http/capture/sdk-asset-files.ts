import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { z } from 'zod'
import { entityTagOf } from './entity-tag.ts'

export interface Asset {
  readonly plain: Buffer
  readonly gzipped: Buffer
  /** The entity tag of the uncompressed script. */
  readonly tag: string
}
export interface SdkAssets {
  /** The version of the SDK that is served. */
  readonly version: string
  /** Returns a script of the SDK by its file name; null for an unknown name. */
  find(name: string): Promise<Asset | null>
}

const compress = promisify(gzip)

/**
 * Opens the scripts of the installed browser SDK. The list of files is read when the server starts, and
 * only listed files are served, so that no name in a request can lead to another file.
 */
export function openSdkAssets(): SdkAssets {
  const folder = dirname(createRequire(import.meta.url).resolve('posthog-js'))
  const names = new Set(readdirSync(folder).filter((name) => name.endsWith('.js')))
  const manifest = readFileSync(join(folder, '..', 'package.json'), 'utf8')
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest))
  const loaded = new Map<string, Promise<Asset>>()
  return {
    version,
    async find(name) {
      if (!names.has(name)) return null
      const known = loaded.get(name)
      if (known !== undefined) return known
      const asset = load(join(folder, name))
      loaded.set(name, asset)
      // After a failure, the next request for the script reads the file again.
      asset.catch(() => loaded.delete(name))
      return asset
    },
  }
}

async function load(path: string): Promise<Asset> {
  const plain = await readFile(path)
  return { plain, gzipped: await compress(plain, { level: 9 }), tag: entityTagOf(plain) }
}
