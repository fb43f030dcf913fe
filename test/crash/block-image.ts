import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const IMAGE_BYTES = 1024 ** 3

/** Returns in one sentence why disks cannot be simulated here, or null if they can. */
export function whyNoDisks(): string | null {
  if (process.platform !== 'linux') return 'Power cuts are simulated with loop devices, which only Linux has.'
  if (process.getuid?.() !== 0) return 'Power cuts are simulated by mounting disk images: run this as root.'
  try {
    run('losetup', ['--find'])
    run('mkfs.ext4', ['-V'])
    return null
  } catch (error) {
    return `Power cuts are simulated with losetup and mkfs.ext4, and one of them does not work here: ${firstLine(error)}`
  }
}

/** Creates a file that holds a new ext4 file system. Programs can use all of its space. */
export function createImage(image: string, bytes = IMAGE_BYTES): void {
  writeFileSync(image, '')
  truncateSync(image, bytes)
  // Lazy initialization is switched off: with it, a kernel thread would go on writing to the image while it
  // is copied.
  run('mkfs.ext4', ['-q', '-F', '-m', '0', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image])
}

/** Mounts an image on a folder. If the image was cut off, its journal is replayed. */
export function mountImage(image: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  run('mount', ['-o', 'loop', image, folder])
}

/** Mounts a new disk on a folder: an image, or the memory of the machine. */
export function mountNewDisk(
  fileSystem: 'ext4' | 'tmpfs',
  bytes: number,
  { folder, mountPoint }: { readonly folder: string; readonly mountPoint: string },
): void {
  if (fileSystem === 'tmpfs') {
    mkdirSync(mountPoint, { recursive: true })
    run('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', mountPoint])
    return
  }
  const image = join(folder, 'disk.img')
  rmSync(image, { force: true })
  createImage(image, bytes)
  mountImage(image, mountPoint)
}

export function unmountImage(folder: string): void {
  run('umount', [folder])
}

/** Unmounts a folder at the end of a failed run, even if a dying process has files open there. */
export function unmountAnyway(folder: string): void {
  try {
    run('umount', ['--lazy', folder])
  } catch {
    // Nothing was mounted.
  }
}

/**
 * Copies the state that a disk would have after a power cut at this moment: the file below the mounted image
 * has the data that was written to the device, without the memory of the file system. The kernel may write
 * during the copy, and half of such a write is not a state of a real disk. So the copy is repeated until the
 * device was at rest. Returns the number of copies.
 */
export function copyAsAfterPowerCut(image: string, folder: string, copy: string): number {
  const device = run('findmnt', ['--noheadings', '--output', 'SOURCE', folder]).trim()
  for (let copies = 1; ; copies++) {
    const before = deviceWrites(device)
    rmSync(copy, { force: true })
    run('cp', ['--sparse=always', image, copy])
    const after = deviceWrites(device)
    if (before.inFlight + after.inFlight === 0 && before.completed === after.completed) return copies
  }
}

/**
 * Reads the counters of a device. By Documentation/block/stat.rst the fifth number is writes completed, the
 * ninth is requests in flight.
 */
function deviceWrites(device: string): { completed: number; inFlight: number } {
  const numbers = readFileSync(`/sys/block/${basename(device)}/stat`, 'utf8')
    .trim()
    .split(/\s+/)
    .map(Number)
  return { completed: numbers[4] ?? Number.NaN, inFlight: numbers[8] ?? Number.NaN }
}

/**
 * Runs a program and returns its output.
 * @throws Error if the program fails.
 */
export function run(command: string, parameters: readonly string[]): string {
  return execFileSync(command, parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.trim().split('\n', 1)[0] ?? ''
}
