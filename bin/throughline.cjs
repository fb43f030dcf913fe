#!/usr/bin/env node
// Checks the machine first; what needs a newer Node to be read at all is in the file behind the check.
'use strict'
var whyNot = require('../scripts/machine.cjs').whyNot

var reason = whyNot()
if (reason === null) require('../scripts/run-source.cjs')
else {
  console.error(reason)
  process.exit(1)
}
