/**
 * Folder inside the data folder that holds a snapshot while a command reads it. What a killed process left
 * there is deleted by the next one.
 */
export const SNAPSHOTS = 'snapshots'
