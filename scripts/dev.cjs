// `npm run dev`: runs the server, which restarts after a change, and the page with hot reload. The page
// sends its requests to the server on port 8000.
'use strict'
const { spawn } = require('node:child_process')
const { join } = require('node:path')

const root = join(__dirname, '..')
const children = [
  spawn(process.execPath, ['--enable-source-maps', '--watch-path=src', 'bin/throughline.cjs', 'serve'], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'web'], { cwd: root, stdio: 'inherit' }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const child of children) child.on('exit', stop)
