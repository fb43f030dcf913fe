import type { SeededRandom } from '../../fixtures/seeded-random.ts'
import type { Answer, AskedStore } from './asked-store.ts'
import { addressesIn, comparedText } from './compared-answers.ts'
import { randomQuestion } from './random-questions.ts'

export interface Difference {
  readonly store: string
  /** The question or the address. */
  readonly asked: unknown
  readonly found: string
  readonly expected: string
}
export interface Asked {
  readonly questions: number
  /** Lists of people and explanations that were read after a question. */
  readonly lists: number
  /** The number of questions by their kind and status. */
  readonly kinds: Readonly<Record<string, number>>
  readonly differences: readonly Difference[]
}

/** The most lists that are read after one question. */
const LISTS = 2
const SHOWN = 1_500

/**
 * Asks random questions of all stores, and compares each answer with that of the first store. Throws if a
 * store fails to answer, because equal failures of all stores would pass for equal answers.
 */
export async function askAll(
  stores: readonly AskedStore[],
  count: number,
  first: number,
  random: SeededRandom,
): Promise<Asked> {
  const kinds: Record<string, number> = {}
  const differences: Difference[] = []
  let lists = 0
  async function compare(
    asked: unknown,
    isOrdered: boolean,
    answerOf: (store: AskedStore) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const answers = await Promise.all(stores.map(answerOf))
    const failed = answers.find(({ status }) => status >= 500)
    if (failed !== undefined)
      throw new Error(`${JSON.stringify(asked)} was answered with ${JSON.stringify(failed)}`)
    const [expected = '', ...others] = answers.map((answer) => comparedText(answer, isOrdered))
    for (const [index, found] of others.entries())
      if (found !== expected)
        differences.push({ store: stores[index + 1]?.name ?? '', asked, ...around(found, expected) })
    return answers[0]
  }
  for (let number = first; number < first + count; number++) {
    const question = randomQuestion(number, random)
    const answer = await compare(question.query, question.isOrdered, (store) => store.ask(question))
    const kind = `${question.query.kind} ${answer?.status}`
    kinds[kind] = (kinds[kind] ?? 0) + 1
    const addresses = addressesIn(answer?.body)
    for (let list = 0; list < LISTS && addresses.length > 0; list++) {
      const [path = ''] = addresses.splice(random.between(0, addresses.length - 1), 1)
      await compare(path, true, (store) => store.get(path))
      lists++
    }
  }
  return { questions: count, lists, kinds, differences }
}

/** Returns the parts of two texts from shortly before the place at which they differ. */
function around(found: string, expected: string): Pick<Difference, 'found' | 'expected'> {
  let at = 0
  while (found[at] === expected[at]) at++
  const from = Math.max(0, at - 200)
  return { found: found.slice(from, from + SHOWN), expected: expected.slice(from, from + SHOWN) }
}
