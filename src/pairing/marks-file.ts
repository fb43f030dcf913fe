import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createOrder } from '#shared/in-order.ts'
import { syncPath } from '#shared/sync-path.ts'
import {
  lineOf,
  MarksLine,
  type MetadataMarks,
  type RisenMarks,
  raise,
  risenAbove,
} from './metadata-marks.ts'

/**
 * The file of the event store that holds its marks of the metadata. It has lines of JSON. The first line has
 * all marks, and each later line has the marks that have risen.
 */
const FILE = 'metadata-marks.jsonl'

export interface MarksFile {
  /** Resolves when the marks on disk are at least as high as these. */
  note(marks: RisenMarks): Promise<void>
  close(): Promise<void>
}

/** Returns the marks in the folder of the event store; null if the folder has no marks. */
export function readMarks(engineFolder: string): MetadataMarks | null {
  const file = join(engineFolder, FILE)
  if (!existsSync(file)) return null
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => parseLine(line) ?? [])
    .reduce<MetadataMarks | null>(addLine, null)
}

function addLine(marks: MetadataMarks | null, line: RisenMarks): MetadataMarks | null {
  if (marks !== null) return raise(marks, line)
  const { installation } = line
  return installation === undefined
    ? null
    : raise({ installation, epoch: 0, mirrorVersion: 0, projects: new Map() }, line)
}

// Returns null for an incomplete line. A power cut can leave a part of the last line. The numbers in that
// line are not used yet, because they are used only when the whole line is on disk.
function parseLine(line: string): RisenMarks | null {
  try {
    return MarksLine.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/** Replaces the file by a file with these marks, completely or not at all. */
export async function writeMarks(engineFolder: string, marks: MetadataMarks): Promise<void> {
  await (await replaceFile(engineFolder, marks)).close()
}

async function replaceFile(engineFolder: string, marks: MetadataMarks): Promise<FileHandle> {
  mkdirSync(engineFolder, { recursive: true })
  const file = join(engineFolder, FILE)
  const handle = await open(`${file}.new`, 'w')
  try {
    await handle.appendFile(textOf(lineOf(marks)))
    await handle.sync()
    await rename(`${file}.new`, file)
    for (const folder of [engineFolder, dirname(engineFolder)]) await syncPath(folder)
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

const textOf = (marks: RisenMarks) => `${JSON.stringify(marks)}\n`

/** Number of lines after which the file is written anew. A line takes about 60 bytes. */
const MAX_LINES = 10_000

/** Writes the marks as the whole file. Marks that rise later are added as lines. */
export async function openMarksFile(engineFolder: string, initial: MetadataMarks): Promise<MarksFile> {
  let noted = initial
  let lines = 0
  let handle: FileHandle | null = await replaceFile(engineFolder, noted)
  const inOrder = createOrder()

  async function write(risen: RisenMarks, next: MetadataMarks): Promise<void> {
    if (handle === null || lines >= MAX_LINES) {
      await handle?.close()
      handle = null
      handle = await replaceFile(engineFolder, next)
      lines = 0
      return
    }
    try {
      await handle.appendFile(textOf(risen))
      await handle.datasync()
      lines++
    } catch (error) {
      // The file may end with half a line. The next line must not be appended to it, so the next call
      // replaces the file.
      await handle.close()
      handle = null
      throw error
    }
  }
  async function noteNext(marks: RisenMarks): Promise<void> {
    const risen = risenAbove(noted, marks)
    if (risen === null) return
    const next = raise(noted, risen)
    await write(risen, next)
    noted = next
  }
  return {
    note(marks) {
      if (risenAbove(noted, marks) === null) return Promise.resolve()
      return inOrder(() => noteNext(marks))
    },
    close: () => inOrder(async () => handle?.close()),
  }
}
