import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const COMPRESSED = /\.(js|css|svg)$/

/** Writes `.br` and `.gz` beside each file: the server sends them and compresses nothing itself. */
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
 * Modules that are shared by several places of the page, in a few chunks. Left to itself the bundler makes one of each set of places:
 * a dashboard then asked for 100 files, of which most had less than 1 kB.
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
  // Without what draws by ECharts, and the map: they come when one is shown.
  { name: 'answers', test: /\/web\/(kinds|chart)\/(?!chart\.tsx$|world\/)/ },
]

/** The server that the page of `npm run dev` asks. */
const SERVER = 'http://127.0.0.1:8000'

/** The addresses of the server. Modules of `web/api` have addresses under `/api/` as well, and end in `.ts`. */
const OF_THE_SERVER = '^/(api|i|_health|_ready|shared|embedded|static|assets)(/(?!.*\\.tsx?(\\?|$))|$)'

export default defineConfig({
  plugins: [react(), compress()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The server reads the address of the script of shared pages there.
    manifest: true,
    // In kB: that of the libraries, which each visit after the first takes from the browser's cache.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: { index: `${ROOT}/index.html`, shared: `${ROOT}/shared/load.ts` },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  // The server refuses writes of a session from pages of another origin, hence the changed one.
  server: {
    proxy: { [OF_THE_SERVER]: { target: SERVER, changeOrigin: true, headers: { origin: SERVER } } },
  },
})
