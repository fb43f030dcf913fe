import type { MemoryCgroup } from '../fixtures/memory-cgroup.ts'

/**
 * The words that run the program as a container does: in a cgroup, with a root that is mounted read-only and an empty file system of 64 MiB at
 * /tmp, without the rights of root. Linux, root.
 */
export function containedProgram({ installed, program, data, cgroup }: Contained): string[] {
  return [
    ...['unshare', '--mount', 'sh', '-ec', ENTER, 'contained'],
    ...[installed, data, cgroup.folder, cgroup.hierarchy, process.execPath, program],
  ]
}

interface Contained {
  /** The folder that the program is installed in, which is mounted read-only. */
  readonly installed: string
  /** The file to run, from there. */
  readonly program: string
  /** The folder of the data, which is mounted at {@link DATA} and belongs to {@link USER}. */
  readonly data: string
  readonly cgroup: Pick<MemoryCgroup, 'folder' | 'hierarchy'>
}

/** As images without a user of their own have it, `nobody` of many of them. */
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
