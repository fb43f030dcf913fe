import { Command } from 'commander'
import { serve } from './serve.ts'

const program = new Command('throughline').description('Product analytics in one process.')
program.command('serve').description('open the stores and serve').action(serve)
await program.parseAsync()
