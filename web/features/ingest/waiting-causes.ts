import type { Language } from './snippets.ts'

/** A possible cause why no event arrives, in a word or two, and its remedy in one or two sentences. */
export interface Cause {
  readonly what: string
  readonly remedy: string
}

const LOOPBACK = /^(localhost|127\.|\[::1\])/
const isSdk = (language: Language) => language === 'Node' || language === 'Python'

/**
 * Returns the most common causes why no event of a snippet arrives, the most likely first. They depend on
 * the language of the snippet and on the origin of the server.
 */
export function causesFor(language: Language, origin: string): Cause[] {
  const { hostname, protocol } = new URL(origin)
  const isLoopback = LOOPBACK.test(hostname)
  const browser: Cause[] = [
    {
      what: 'An ad blocker',
      remedy:
        'Open your page in a window without extensions. Blockers stop fewer requests to a host of your own domain.',
    },
    {
      what: 'An automated browser',
      remedy: 'posthog-js sends nothing from headless and automated browsers. Open your page by hand.',
    },
    {
      what: 'A content security policy',
      remedy: `A page with such a policy needs ${origin} in its script-src and its connect-src.`,
    },
  ]
  if (protocol === 'http:' && !isLoopback)
    browser.push({
      what: 'A page on https',
      remedy:
        'Browsers block requests from an https page to an http address. Put a proxy with TLS in front of this server.',
    })
  const sdk: Cause = {
    what: 'Events not sent yet',
    remedy: 'SDKs of servers send in batches. Call shutdown, or flush, before the program ends.',
  }
  const loopback: Cause = {
    what: 'An address of this machine',
    remedy: `Only programs on this machine reach ${origin}: no phone, no container, no other computer.`,
  }
  return [
    ...(language === 'Browser' ? browser : []),
    ...(isSdk(language) ? [sdk] : []),
    ...(isLoopback ? [loopback] : []),
  ]
}
