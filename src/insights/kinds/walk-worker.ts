// This is the entry file of a worker. app/open-walkers.ts names it.
import { serveWalks } from '#sequences/serve-walks.ts'
import { WALKS } from './walks.ts'

serveWalks(WALKS)
