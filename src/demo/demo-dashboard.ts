import type { SavedInsight } from './make-demo.ts'

/** A row of the dashboard: the names of two insights that stand side by side. */
type Row = readonly [left: string, right: string]

/** The rows of the dashboard, in the order in which a reader would discover the facts of the story. */
const ROWS: readonly Row[] = [
  ['Weekly active people since the start', 'Visitors and active people, day by day'],
  ['From pricing to activated, on desktop', 'From pricing to activated, on mobile'],
  ['From the first page to signed up', 'People who came back, by early invitation'],
  ['Payments and failed payments', 'Failed payments, version 2.4.0 against all others'],
]

const STORY = `# Half a year of an invented company

**It grows**, and weekends are quiet. **On mobile half as many sign up** as on desktop, and after the sign-up the same share activates. What is lost is lost before it.
**Accounts that invite somebody within three days** keep twice as many persons. **On one day most payments failed**, because of version 2.4.0, which came out on that day.

Click any number to see who is in it. Every tile opens as a question that you can change.`

const [WIDTH, TEXT_HEIGHT, HEIGHT] = [6, 4, 9]

/**
 * Returns the body of POST /dashboards/: the story in words, and below it each saved insight of the demo.
 */
export const demoDashboard = (insights: readonly SavedInsight[]) => ({
  name: 'The story of the demo',
  description: 'What half a year of events tells, from top to bottom.',
  tags: ['demo'],
  tiles: [
    { text: { body: STORY }, layouts: { sm: { x: 0, y: 0, w: 2 * WIDTH, h: TEXT_HEIGHT } } },
    ...ROWS.flatMap((names, row) =>
      names.map((name, column) => ({
        insight: idOf(insights, name),
        show_description: true,
        layouts: { sm: { x: column * WIDTH, y: TEXT_HEIGHT + row * HEIGHT, w: WIDTH, h: HEIGHT } },
      })),
    ),
  ],
})

/** @throws Error if no insight of the demo has this name. */
function idOf(insights: readonly SavedInsight[], name: string): number {
  const found = insights.find((insight) => insight.name === name)
  if (found === undefined) throw new Error(`The demo has no insight named ${JSON.stringify(name)}.`)
  return found.id
}
