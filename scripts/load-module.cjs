// Loads a module of the program: TypeScript in a checkout, where tsx is a development package, and
// JavaScript in the package.
'use strict'

/** @param address the address (URL) of a file, as text */
exports.loadModule = async function loadModule(address) {
  if (address.endsWith('.ts')) {
    const { register } = await import('tsx/esm/api')
    register()
  }
  await import(address)
}
