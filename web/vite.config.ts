import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const COMPRESSED = /\.(js|css|svg)$/

/**
 * Writes a `.br` and a `.gz` form next to each file. The server sends them and does not compress files
 * itself.
 */
const compress = (): Plugin => ({
  name: 'compress',
  apply: 'build',
  async writeBundle({ dir }) {
    if (dir === undefined) return
    for (const file of await readdir(dir, { recursive: true })) {
      if (!COMPRESSED.test(file)) continue
      const bytes = await readFile(join(dir, file))
      await writeFile(join(dir, `${file}.br`), brotliCompressSync(bytes))
      await writeFile(join(dir, `${file}.gz`), gzipSync(bytes))
    }
  },
})

const ROOT = import.meta.dirname

/**
 * Puts modules that several parts of the page share into a few chunks. Otherwise the bundler makes a chunk
 * for each combination of parts. A dashboard then requested 100 files, most of them smaller than 1 kB.
 */
const CHUNKS = [
  { name: 'drawing', test: /node_modules\/(echarts|zrender)\//, priority: 2 },
  {
    name: 'atlas',
    test: /node_modules\/(world-atlas|topojson-client|d3-geo|d3-array|internmap)\//,
    priority: 2,
  },
  { name: 'libraries', test: /node_modules\//, priority: 1 },
  { name: 'base', test: /\/web\/(api|question|ui)\//, priority: 1 },
  // The code of ECharts and of the map is not in this chunk. Each is loaded only when a chart or a map is
  // shown.
  { name: 'answers', test: /\/web\/(kinds|chart)\/(?!chart\.tsx$|world\/)/ },
]

/** The server that gets the requests of the page in `npm run dev`. */
const SERVER = 'http://127.0.0.1:8000'

/**
 * Matches the addresses that belong to the server. The modules of `web/api` have addresses under `/api/`
 * too; they end in `.ts`.
 */
const OF_THE_SERVER = '^/(api|i|_health|_ready|shared|embedded|static|assets)(/(?!.*\\.tsx?(\\?|$))|$)'

export default defineConfig({
  plugins: [react(), compress()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The server finds the script of shared pages in this manifest.
    manifest: true,
    // Size in kB above which the build warns. The chunk of libraries is almost this large, but later visits
    // take it from the cache of the browser.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: { index: `${ROOT}/index.html`, shared: `${ROOT}/shared/load.ts` },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  // The server refuses a write with a session from a page of another origin, so the proxy changes the
  // Origin header.
  server: {
    proxy: { [OF_THE_SERVER]: { target: SERVER, changeOrigin: true, headers: { origin: SERVER } } },
  },
})
