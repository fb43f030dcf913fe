import { statfsSync, statSync } from 'node:fs'

/** Names of the network file systems of Linux, by the `f_type` that statfs returns for them. */
const NETWORK_FILE_SYSTEMS: Readonly<Record<number, string>> = {
  26985: 'nfs',
  20859: 'smb',
  4283649346: 'cifs',
  4266872130: 'smb2',
  1397113167: 'afs',
  12805120: 'ceph',
  16914839: '9p',
  1702057286: 'fuse',
  198183888: 'lustre',
}

export interface FolderFacts {
  /** The permission bits of the folder. */
  readonly mode: number
  /** The `f_type` of the folder's file system. */
  readonly fileSystem: number
}

/** Returns what an operator should change about a usable data folder, one sentence each. */
export function folderWarnings(folder: string, { mode, fileSystem }: FolderFacts): string[] {
  const warnings: string[] = []
  const bits = mode & 0o777
  if ((bits & 0o077) !== 0)
    warnings.push(
      `Other users of this machine can reach the data folder ${folder} (mode ${bits.toString(8)}): run chmod 700 ${folder}`,
    )
  const network = NETWORK_FILE_SYSTEMS[fileSystem]
  if (network !== undefined)
    warnings.push(
      `The data folder ${folder} is on a ${network} file system: unless that is a local disk, its locks and syncs may not hold, and a failure may damage stored events. Set THROUGHLINE_DATA_DIR to a local disk.`,
    )
  return warnings
}

/** Returns the warnings of a data folder that exists. */
export function findFolderWarnings(folder: string): string[] {
  const { mode } = statSync(folder)
  // The numbers in `NETWORK_FILE_SYSTEMS` are the numbers of Linux.
  const fileSystem = process.platform === 'linux' ? statfsSync(folder).type : 0
  return folderWarnings(folder, { mode, fileSystem })
}
