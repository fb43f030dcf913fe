#!/usr/bin/env node
// Checks the machine first: the required file has syntax that an old Node cannot parse.
'use strict'
var whyNot = require('../scripts/machine.cjs').whyNot

var reason = whyNot()
if (reason === null) require('../scripts/run-program.cjs')
else {
  console.error(reason)
  process.exit(1)
}
