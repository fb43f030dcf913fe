/** In the data folder: where a snapshot is while a command reads it. What a killed process left is deleted by the next one. */
export const SNAPSHOTS = 'snapshots'
