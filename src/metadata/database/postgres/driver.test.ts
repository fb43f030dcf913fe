import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { closeMetadata } from '#metadata/database/open-metadata.ts'
import { openServerMetadata } from '#metadata/database/open-server-metadata.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { inSharedTransaction } from '#metadata/database/shared-transaction.ts'
import { createStoreVersion } from '#metadata/database/store-version.ts'
import { isUnsure, MetadataUnavailableError, wasStored } from '#metadata/database/unavailable-error.ts'
import { openCutProxy } from '../../../../test/fixtures/cut-proxy.ts'
import { newDatabase, type TestDatabase } from '../../../../test/fixtures/new-database.ts'

let database: TestDatabase
let metadata: Metadata
let closing: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  database = await newDatabase()
  metadata = await open()
})
afterEach(async () => {
  for (const close of closing.reverse()) await close()
  closing = []
  await database.drop()
})

async function open(url = database.url): Promise<Metadata> {
  const opened = await openServerMetadata(url)
  closing.push(() => closeMetadata(opened))
  return opened
}
const name = async (of = metadata) =>
  (await of.selectFrom('organization').select('name').executeTakeFirstOrThrow()).name
const rename = (to: string, of = metadata) => of.updateTable('organization').set({ name: to }).execute()
const pidOf = async (of: Metadata) =>
  (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(of)).rows[0]?.pid
/** Waits until this many transactions wait for the lock on the server. */
const waiting = (count: number, of: Metadata) =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ waiting: number }>`SELECT count(*) AS waiting FROM pg_locks
WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(of)
      return rows[0]?.waiting
    })
    .toBe(count)
const lost = (isUnsure: boolean) => expect.objectContaining({ name: 'MetadataUnavailableError', isUnsure })

describe('transactions exclude each other', () => {
  const increment = (of: Metadata) =>
    of.transaction().execute(async (transaction) => {
      const before = Number(await name(transaction))
      await transaction
        .updateTable('organization')
        .set({ name: String(before + 1) })
        .execute()
    })

  test('of one process and of several', async () => {
    const stores = [metadata, await open(), await open()]
    await rename('0')
    await Promise.all(stores.flatMap((store) => Array.from({ length: 10 }, () => increment(store))))
    expect(await name()).toBe('30')
  })

  test('and a statement that writes alone does not overtake one', async () => {
    const other = await open()
    let renamed: Promise<unknown> = Promise.resolve()
    await metadata.transaction().execute(async (transaction) => {
      await name(transaction)
      renamed = rename('alone', other)
      await waiting(1, metadata)
      await rename('in the transaction', transaction)
    })
    await renamed
    expect(await name()).toBe('alone')
  })

  test('and those that wait take no connection from questions', async () => {
    const other = await open()
    const begun = await other.startTransaction().execute()
    // These are more changes than the process has connections.
    const renamed = Array.from({ length: 30 }, (_, i) => rename(`${i}`))
    await waiting(1, other)
    expect(await name()).toBe('Throughline')
    await begun.rollback().execute()
    await Promise.all(renamed)
    expect(await name()).toBe('29')
  })
})

describe('a connection that the server ends', () => {
  const kill = async (pid: number | undefined) => {
    await database.administer(`SELECT pg_terminate_backend(${pid}, 10000)`)
  }

  test('between two statements is replaced', async () => {
    await kill(await pidOf(metadata))
    expect(await name()).toBe('Throughline')
    await kill(await pidOf(metadata))
    await rename('after')
    expect(await name()).toBe('after')
  })

  test('in a transaction ends it, and the next one works', async () => {
    const begun = metadata.transaction().execute(async (transaction) => {
      await rename('lost', transaction)
      await kill(await pidOf(transaction))
      await rename('lost, too', transaction)
    })
    await expect(begun).rejects.toEqual(lost(false))
    expect(await name()).toBe('Throughline')
    await metadata.transaction().execute((transaction) => rename('next', transaction))
    expect(await name()).toBe('next')
  })

  test('in a transaction of several stores ends it, and nothing is learnt', async () => {
    const learnt: string[] = []
    const begun = inSharedTransaction(metadata, async (shared) => {
      const transaction = await shared.begun()
      await rename('lost', transaction)
      shared.whenCommitted(() => learnt.push('lost'))
      await kill(await pidOf(transaction))
    })
    await expect(begun).rejects.toEqual(lost(true))
    expect([await name(), learnt]).toEqual(['Throughline', []])
    await rename('next')
    expect(await name()).toBe('next')
  })

  test('while it commits leaves the outcome open, and the server has rolled back', async () => {
    await sql
      .raw(
        `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()), pg_sleep(10); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER die AFTER UPDATE ON organization DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION die()`,
      )
      .execute(metadata)
    await expect(rename('lost')).rejects.toEqual(lost(true))
    await sql`DROP FUNCTION die CASCADE`.execute(metadata)
    expect(await name()).toBe('Throughline')
  })

  test('while it commits, and the server says later that it has rolled back', async () => {
    const failure = metadata.transaction().execute(async (transaction) => {
      await rename('lost', transaction)
      await kill(await pidOf(transaction))
    })
    const error = await failure.catch((reason: unknown) => reason)
    expect([isUnsure(error), await wasStored(error)]).toEqual([true, false])
  })

  test('after it has committed leaves the outcome open, and the change is stored', async () => {
    const proxy = await openCutProxy(Number(new URL(database.url).port))
    closing.push(() => proxy.close())
    const url = new URL(database.url)
    url.port = String(proxy.port)
    const far = await open(url.href)
    const begun = far.transaction().execute(async (transaction) => {
      await rename('stored', transaction)
      proxy.loseNextAnswer()
    })
    await expect(begun).rejects.toEqual(lost(true))
    expect(await begun.catch(wasStored)).toBe(true)
    await expect.poll(() => name()).toBe('stored')
    expect(await name(far)).toBe('stored')
  })

  test('after it has committed, and with it the server, leaves the outcome open', async () => {
    const proxy = await openCutProxy(Number(new URL(database.url).port))
    const url = new URL(database.url)
    url.port = String(proxy.port)
    const far = await open(url.href)
    const begun = far.transaction().execute(async (transaction) => {
      await rename('stored', transaction)
      proxy.loseNextAnswer()
    })
    const error = await begun.catch((reason: unknown) => reason)
    await proxy.close()
    expect([isUnsure(error), await wasStored(error)]).toEqual([true, null])
  })

  test('whose statement takes too long says that the server is busy', async () => {
    const begun = metadata.transaction().execute(async (transaction) => {
      await sql`SET LOCAL statement_timeout = 10`.execute(transaction)
      await sql`SELECT pg_sleep(10)`.execute(transaction)
    })
    await expect(begun).rejects.toThrow(MetadataUnavailableError)
    await rename('next')
    expect(await name()).toBe('next')
  })
})

describe('a server that lacks a confirmed change', () => {
  const replaceServer = async (version: number) => {
    const other = await open()
    await sql`UPDATE metadata_version SET value = ${version}`.execute(other)
    await database.administer(
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${database.name}'`,
    )
  }
  const versionOf = async (of: Metadata) =>
    (await sql<{ value: number }>`SELECT value FROM metadata_version`.execute(of)).rows[0]?.value ?? 0

  test('is not used, and the process is told', async () => {
    const lostChanges: Error[] = []
    const own = await openServerMetadata(database.url, { lose: (error) => lostChanges.push(error) })
    closing.push(() => closeMetadata(own))
    await rename('one', own)
    await rename('two', own)
    const confirmed = await versionOf(own)
    // The statement that sets the version is itself a change and adds 1. So the server lacks one change.
    await replaceServer(confirmed - 2)
    await expect(name(own)).rejects.toThrow(MetadataUnavailableError)
    expect(lostChanges[0]?.message).toContain('PostgreSQL has lost 1 changes')
    await expect(rename('three', own)).rejects.toThrow(MetadataUnavailableError)
  })

  test('is not suspected if it has them all', async () => {
    const lostChanges: Error[] = []
    const own = await openServerMetadata(database.url, { lose: (error) => lostChanges.push(error) })
    closing.push(() => closeMetadata(own))
    await rename('one', own)
    await replaceServer((await versionOf(own)) - 1)
    expect([await name(own), lostChanges]).toEqual(['one', []])
  })
})

test('a transaction whose failed statement was ignored is not taken for done', async () => {
  const begun = metadata.transaction().execute(async (transaction) => {
    await rename('ignored', transaction)
    await sql`SELECT 1 / 0`.execute(transaction).catch(() => undefined)
  })
  await expect(begun).rejects.toThrow('current transaction is aborted')
  expect(await name()).toBe('Throughline')
})

test('the version changes with every change of any process, and with nothing else', async () => {
  const version = createStoreVersion(metadata)
  const other = await open()
  const seen = [await version()]
  await name()
  await metadata.transaction().execute((transaction) => name(transaction))
  expect(await version()).toBe(seen[0])
  await rename('one')
  seen.push(await version())
  await rename('two', other)
  seen.push(await version())
  const within = await metadata.transaction().execute(async (transaction) => {
    await rename('three', transaction)
    return createStoreVersion(transaction)()
  })
  seen.push(await version())
  expect(within).toBe(seen[3])
  expect(new Set(seen).size).toBe(4)
})
