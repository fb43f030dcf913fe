export const LANGUAGES = ['Browser', 'Node', 'Python', 'curl'] as const
export type Language = (typeof LANGUAGES)[number]

export interface Snippet {
  /** One or two sentences that say what to do with the snippet. */
  readonly lead: string
  readonly text: string
  /**
   * The lines that are folded at first: the index of the first one, and their number. Null if all lines are
   * shown.
   */
  readonly folded: { readonly from: number; readonly count: number } | null
}

/**
 * Returns the program that sends events to this server with the token of the project. docs/install.md has
 * the same programs.
 */
export const snippetOf = (language: Language, host: string, token: string): Snippet =>
  SNIPPETS[language](host, token)

const SNIPPETS: Readonly<Record<Language, (host: string, token: string) => Snippet>> = {
  Browser: (host, token) => ({
    lead: 'Put this into the head of every page. Page views and clicks are captured automatically. Any PostHog SDK works too, with only its host changed.',
    text: browserSnippet(host, token),
    folded: { from: 2, count: 20 },
  }),
  Node: (host, token) => ({
    lead: 'Run npm install posthog-node, then capture where something happens.',
    text: `import { PostHog } from 'posthog-node'

const posthog = new PostHog('${token}', { host: '${host}' })
posthog.capture({ distinctId: 'user-1', event: 'order placed', properties: { amount: 19.95 } })
await posthog.shutdown()`,
    folded: null,
  }),
  Python: (host, token) => ({
    lead: 'Run pip install posthog, then capture where something happens.',
    text: `from posthog import Posthog

posthog = Posthog("${token}", host="${host}")
posthog.capture("order placed", distinct_id="user-1", properties={"amount": 19.95})
posthog.shutdown()`,
    folded: null,
  }),
  curl: (host, token) => ({
    lead: 'Anything that speaks HTTP can send events. The answer comes when the event is stored.',
    text: `curl ${host}/i/v0/e/ -H 'Content-Type: application/json' -d '{
  "api_key": "${token}",
  "event": "order placed",
  "distinct_id": "user-1",
  "properties": { "amount": 19.95 }
}'`,
    folded: null,
  }),
}

const browserSnippet = (host: string, token: string): string => `<script>
  !(function (page, posthog) {
    if (posthog.__SV) return
    window.posthog = posthog
    posthog.__SV = 1
    posthog._i = []
    posthog.people = []
    'capture captureException identify alias group resetGroups reset register register_once register_for_session unregister setPersonProperties unsetPersonProperties createPersonProfile set_config get_distinct_id get_session_id get_property isFeatureEnabled getFeatureFlag onFeatureFlags reloadFeatureFlags opt_in_capturing opt_out_capturing has_opted_in_capturing has_opted_out_capturing startSessionRecording stopSessionRecording debug'
      .split(' ')
      .forEach(function (name) {
        posthog[name] = function () {
          posthog.push([name].concat([].slice.call(arguments)))
        }
      })
    posthog.init = function (token, options) {
      posthog._i.push([token, options, 'posthog'])
      var script = page.createElement('script')
      script.async = true
      script.crossOrigin = 'anonymous'
      script.src = options.api_host + '/static/array.js'
      page.head.appendChild(script)
    }
  })(document, window.posthog || [])
  posthog.init('${token}', { api_host: '${host}' })
</script>`
