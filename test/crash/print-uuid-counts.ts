import { countsByUuid } from '../fixtures/stored-uuids.ts'

// Runs in a process of its own for each count, because the engine keeps files open, and a disk with open
// files cannot be unmounted.
const [, , dataFolder = ''] = process.argv
console.log(JSON.stringify([...(await countsByUuid(dataFolder))]))
