import { TEST_MARK } from '#contract/ingest-issue.ts'
import { ApiError } from './client.ts'

/**
 * Sends one event in the form that SDKs use, marked as a test. The server counts that it arrived and stores
 * nothing. Any page may send events, so the request needs no session.
 */
export async function sendTestEvent(token: string): Promise<void> {
  const answer = await fetch('/i/v0/e/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      api_key: token,
      event: 'test event',
      distinct_id: 'somebody-who-tests',
      properties: { [TEST_MARK]: true },
    }),
  })
  if (!answer.ok) throw new ApiError(answer.status, await answer.json().catch(() => ({})))
}
