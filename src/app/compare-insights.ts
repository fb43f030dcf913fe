import { createHash } from 'node:crypto'
import { z } from 'zod'
import { createApiKeyStore } from '#metadata/access/api-key-store.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { processTimer } from '#shared/clock.ts'
import { groupBy } from '#shared/group-by.ts'
import { newPersonalApiKey } from '#shared/secrets.ts'
import { type App, openApp } from './compose.ts'
import type { Config } from './config.ts'
import { WALK_WORKER } from './open-walkers.ts'

/** A saved insight, and the SHA-256 of its answer. */
export interface InsightAnswer {
  readonly projectId: number
  readonly shortId: string
  readonly name: string
  /** Null if it has no result: its query is refused, or nobody is a member of its project. */
  readonly digest: string | null
}

/** What comparing the answers of saved insights has shown. */
export interface ComparedInsights {
  /** The number of insights whose answers could be compared. */
  readonly compared: number
  readonly differing: readonly InsightAnswer[]
  /** Insights that have no result on either side. */
  readonly unanswered: readonly InsightAnswer[]
}

/** Compares answers of the same insights. An insight that only one side has differs. */
export function compareAnswers(
  before: readonly InsightAnswer[],
  after: readonly InsightAnswer[],
): ComparedInsights {
  const keyOf = ({ projectId, shortId }: InsightAnswer) => `${projectId} ${shortId}`
  const others = new Map(after.map((one) => [keyOf(one), one.digest]))
  const known = new Set(before.map(keyOf))
  const differing = [
    ...before.filter((one) => others.get(keyOf(one)) !== one.digest),
    ...after.filter((one) => !known.has(keyOf(one))),
  ]
  const unanswered = before.filter((one) => one.digest === null && others.get(keyOf(one)) === null)
  return { compared: before.length - unanswered.length, differing, unanswered }
}

/**
 * Opens the stores of the settings, which nobody else may use, and answers all saved insights as if it were
 * `nowMs`. Makes a key for it in each project, and deletes the key.
 */
export async function answerInsights(
  config: Config,
  nowMs: number,
  progress: (done: number, all: number) => void,
): Promise<InsightAnswer[]> {
  const app = await openApp(config, {
    clock: () => nowMs,
    timer: processTimer,
    isLogging: false,
    isMove: true,
    walkWorker: WALK_WORKER,
  })
  try {
    // A run that was killed has left its key.
    await app.metadata.deleteFrom('personal_api_key').where('label', '=', KEY_LABEL).execute()
    const answers: InsightAnswer[] = []
    const insights = await listInsights(app.metadata)
    const byProject = groupBy(
      insights,
      ({ projectId }) => projectId,
      (one) => one,
    )
    for (const [projectId, some] of byProject)
      await withKey(app.metadata, projectId, nowMs, async (key) => {
        for (const one of some) {
          const { shortId, name } = one
          const digest = key === null ? null : await askDigest(app, key, one)
          answers.push({ projectId, shortId, name, digest })
          progress(answers.length, insights.length)
        }
      })
    return answers
  } finally {
    await app.close()
  }
}

interface Listed extends Omit<InsightAnswer, 'digest'> {
  readonly id: number
}

async function listInsights(metadata: Metadata): Promise<Listed[]> {
  const rows = await metadata
    .selectFrom('insight')
    .innerJoin('project', 'project.id', 'insight.project_id')
    .where('insight.deleted', '=', 0)
    .where('project.deleted_at', 'is', null)
    .select(['insight.id', 'insight.project_id', 'insight.short_id', 'insight.name', 'insight.derived_name'])
    .orderBy('insight.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    shortId: row.short_id,
    name: row.name ?? row.derived_name ?? row.short_id,
  }))
}

const KEY_LABEL = 'Comparison of answers by migrate'

/** Calls `run` with a key of a member of the project; null if it has no members. */
async function withKey(
  metadata: Metadata,
  projectId: number,
  nowMs: number,
  run: (key: string | null) => Promise<void>,
): Promise<void> {
  const keys = createApiKeyStore(metadata)
  const member = await metadata
    .selectFrom('project_member')
    .where('project_id', '=', projectId)
    .select('user_id')
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst()
  if (member === undefined) return run(null)
  const secret = newPersonalApiKey()
  const given = {
    userId: member.user_id,
    label: KEY_LABEL,
    scopes: ['insight:read'],
    projectIds: null,
  } as const
  const key = await keys.create(given, secret, nowMs)
  try {
    await run(secret)
  } finally {
    await keys.delete(member.user_id, key.id)
  }
}

async function askDigest({ server }: App, key: string, { projectId, id }: Listed): Promise<string | null> {
  const response = await server.inject({
    url: `/api/projects/${projectId}/insights/${id}/?refresh=force_blocking`,
    headers: { authorization: `Bearer ${key}` },
  })
  return response.statusCode === 200 ? digestOfAnswer(response.body) : null
}

const Answer = z.object({ results: z.unknown() })

/** Digits of a number that do not depend on the order in which its parts were added up. */
const DIGITS = 10

/**
 * Returns the SHA-256 of what two answers must have in common; null if there is no result. Rows of a result
 * may come in another order. Sums of other numbers than whole ones may differ in their last digits.
 */
export function digestOfAnswer(body: string): string | null {
  const { results } = Answer.parse(JSON.parse(body, rounded))
  if (results === null || results === undefined) return null
  const rows = Array.isArray(results) ? results.map((row) => JSON.stringify(row)).sort() : results
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

const rounded = (_: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value
