/**
 * Folder inside the data folder that holds a snapshot while a command reads it. If a process is killed, the
 * next one deletes what is left there.
 */
export const SNAPSHOTS = 'snapshots'
