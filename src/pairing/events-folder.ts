import { join } from 'node:path'

/** Returns the folder of the event engine within a data folder. */
export const eventsFolder = (dataFolder: string): string => join(dataFolder, 'events')
