// Compiles the program to dist, next to the built page, in the form that the package has. `dist` is as deep
// as `src`. So a file that the program finds relative to its own path is found from either folder. Types
// are checked by `npm run check`.
'use strict'
const { spawnSync } = require('node:child_process')
const { existsSync, readdirSync, rmSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '..')
const dist = join(root, 'dist')
const tsc = require.resolve('typescript/package.json').replace('package.json', 'bin/tsc')

// All files except the built page are removed, also those of modules that no longer exist.
for (const name of existsSync(dist) ? readdirSync(dist) : [])
  if (name !== 'web') rmSync(join(dist, name), { recursive: true })
const compiled = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], {
  stdio: 'inherit',
})
if (compiled.status !== 0) process.exit(compiled.status || 1)
// `#folder/file.ts` in a compiled module means a module of this folder.
const scope = { type: 'module', imports: { '#*.ts': './*.js' } }
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(scope, null, 2)}\n`)
