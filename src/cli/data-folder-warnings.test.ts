import { expect, test } from 'vitest'
import { folderWarnings } from './data-folder-warnings.ts'

const EXT4 = 0xef53

test.each([0o700, 0o40700, 0o500])('mode %o needs no warning', (mode) => {
  expect(folderWarnings('/d', { mode, fileSystem: EXT4 })).toEqual([])
})

test.each([0o755, 0o40755, 0o750, 0o701])('mode %o is warned of, with the command that helps', (mode) => {
  expect(folderWarnings('/d', { mode, fileSystem: EXT4 })).toEqual([
    `Other users of this machine can reach the data folder /d (mode ${(mode & 0o777).toString(8)}): run chmod 700 /d`,
  ])
})

test.each([
  [0x6969, 'nfs'],
  [0xff534d42, 'cifs'],
  [0xfe534d42, 'smb2'],
  [0x65735546, 'fuse'],
  [0x01021997, '9p'],
])('the file system %i is named %s and warned of', (fileSystem, name) => {
  expect(folderWarnings('/d', { mode: 0o700, fileSystem })).toEqual([
    expect.stringMatching(new RegExp(`^The data folder /d is on a ${name} file system: .*local disk\\.$`)),
  ])
})
