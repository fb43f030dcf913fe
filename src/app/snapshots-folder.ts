/**
 * Folder inside the data folder that holds a snapshot while a command reads it. If a process is killed, the
 * next process deletes the files that it has left there.
 */
export const SNAPSHOTS = 'snapshots'
