// `npm run dev`: the server, started again after a change, and the page with hot reload. The page asks the server on port 8000.
'use strict'
const { spawn } = require('node:child_process')
const { join } = require('node:path')

const root = join(__dirname, '..')
const children = [
  spawn(process.execPath, ['--watch-path=src', 'bin/throughline.cjs', 'serve'], {
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
