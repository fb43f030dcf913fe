/**
 * Name of the folder inside the data folder that holds a snapshot while a command reads the snapshot. If a
 * process is killed, the next process deletes the snapshots that were left there.
 */
export const SNAPSHOTS = 'snapshots'
