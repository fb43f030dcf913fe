import type { MemoryCgroup } from '../fixtures/memory-cgroup.ts'

/**
 * Returns the words that run the program like a container does: in a cgroup, with a root that is mounted
 * read-only, an empty file system of 64 MiB at /tmp, and without the rights of root. Needs Linux and root.
 */
export function containedProgram({ installed, program, data, cgroup }: Contained): string[] {
  return [
    ...['unshare', '--mount', 'sh', '-ec', ENTER, 'contained'],
    ...[installed, data, cgroup.folder, cgroup.hierarchy, process.execPath, program],
  ]
}

interface Contained {
  /** The folder in which the program is installed. It is mounted read-only. */
  readonly installed: string
  /** The file to run, relative to `installed`. */
  readonly program: string
  /** The folder of the data. It is mounted at {@link DATA} and belongs to {@link USER}. */
  readonly data: string
  readonly cgroup: Pick<MemoryCgroup, 'folder' | 'hierarchy'>
}

/** The user of many images that have no user of their own: `nobody`. */
export const USER = 65_532
export const DATA = '/tmp/data'

const ENTER = `
echo $$ > "$3/cgroup.procs"
mount --make-rprivate /
mount --bind "$3" "$4"
mount -t tmpfs -o size=64m,mode=1777 tmpfs /mnt
mkdir /mnt/program /mnt/data
mount --bind "$1" /mnt/program
mount -o remount,bind,ro /mnt/program
mount --bind "$2" /mnt/data
mount --move /mnt /tmp
mount -o remount,bind,ro /
node="$5"
program="/tmp/program/$6"
shift 6
cd /
exec setpriv --reuid ${USER} --regid ${USER} --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all "$node" "$program" "$@"
`
