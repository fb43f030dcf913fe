import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const COMPRESSED = /\.(js|css|svg)$/

/** Writes `.br` and `.gz` next to each file. The server sends them and compresses nothing itself. */
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
 * Puts modules that several parts of the page share into a few chunks. By itself the bundler makes a chunk
 * for each set of parts: a dashboard then requested 100 files, most of them smaller than 1 kB.
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
  // Without the ECharts code and the map, which are loaded when one is shown.
  { name: 'answers', test: /\/web\/(kinds|chart)\/(?!chart\.tsx$|world\/)/ },
]

/** The server to which the page of `npm run dev` sends requests. */
const SERVER = 'http://127.0.0.1:8000'

/**
 * Matches the addresses of the server. Modules of `web/api` also have addresses under `/api/`; they end in
 * `.ts`.
 */
const OF_THE_SERVER = '^/(api|i|_health|_ready|shared|embedded|static|assets)(/(?!.*\\.tsx?(\\?|$))|$)'

export default defineConfig({
  plugins: [react(), compress()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The server reads the address of the script of shared pages from the manifest.
    manifest: true,
    // In kB: the size of the chunk of libraries, which visits after the first take from the browser's
    // cache.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: { index: `${ROOT}/index.html`, shared: `${ROOT}/shared/load.ts` },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  // The server refuses writes with a session from pages of another origin, so the origin header is changed.
  server: {
    proxy: { [OF_THE_SERVER]: { target: SERVER, changeOrigin: true, headers: { origin: SERVER } } },
  },
})
