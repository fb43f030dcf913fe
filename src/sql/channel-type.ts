import { bound, type Fragment, sql, text } from '#fragments/fragment.ts'

const SEARCH = [
  'google',
  'bing',
  'duckduckgo',
  'yahoo',
  'baidu',
  'yandex',
  'ecosia',
  'qwant',
  'naver',
  'startpage',
  'brave',
]
const SOCIAL = [
  ...['facebook', 'instagram', 'twitter', 'linkedin', 'reddit', 'pinterest', 'tiktok', 'threads', 'mastodon'],
  ...['bluesky', 'bsky', 'whatsapp', 'telegram', 'snapchat', 'quora', 'medium', 'ycombinator', 'vk'],
]
const VIDEO = ['youtube', 'vimeo', 'twitch', 'dailymotion']
/** Domains that are shorter than the name of their site, with the name of the site. */
const SHORT_DOMAINS: Readonly<Record<string, string>> = {
  't.co': 'twitter',
  'x.com': 'twitter',
  'youtu.be': 'youtube',
  'lnkd.in': 'linkedin',
  'fb.me': 'facebook',
}

/**
 * The properties by which the channel of a session is decided. They are read from the session's first view.
 */
export const CHANNEL_PROPERTIES = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  '$referring_domain',
  'gclid',
] as const
type ChannelProperty = (typeof CHANNEL_PROPERTIES)[number]

/**
 * Returns the channel that brought a session; the table is in docs/semantics/sessions.md. `entry` gives a
 * property of the session's first view as text; null if the property is missing.
 */
export function channelType(entry: (key: ChannelProperty) => Fragment): Fragment {
  const lowered = (key: ChannelProperty) => sql`lower(ifNull(${entry(key)}, ''))`
  const [medium, campaign] = [lowered('utm_medium'), lowered('utm_campaign')]
  const domain = sql`replaceRegexpOne(${lowered('$referring_domain')}, '^www[.]', '')`
  const site = sql`transform(${domain}, ${bound('Array(String)', Object.keys(SHORT_DOMAINS))}, ${bound('Array(String)', Object.values(SHORT_DOMAINS))}, ${domain})`
  const source = lowered('utm_source')
  const isOf = (names: readonly string[]) =>
    sql`hasAny(splitByRegexp('[^a-z0-9]+', concat(${source}, ' ', ${site})), ${bound('Array(String)', names)})`
  const isPaid = sql`ifNull(${entry('gclid')}, '') != '' OR match(${medium}, ${text('^(.*cp.*|ppc|retargeting|paid.*)$')})`
  const isMedium = (pattern: string) => sql`match(${medium}, ${text(`^(${pattern})$`)})`
  return sql`multiIf(
  ${campaign} = 'cross-network', 'Cross Network',
  (${isPaid}) AND ${isOf(SEARCH)}, 'Paid Search',
  (${isPaid}) AND ${isOf(SOCIAL)}, 'Paid Social',
  (${isPaid}) AND ${isOf(VIDEO)}, 'Paid Video',
  ${isPaid}, 'Paid Unknown',
  ${isMedium('e-?mail')}, 'Email',
  ${isMedium('affiliates?')}, 'Affiliate',
  ${isMedium('display|banner|expandable|interstitial')}, 'Display',
  ${isMedium('audio')}, 'Audio',
  ${isMedium('sms')}, 'SMS',
  ${isMedium('.*push.*|.*notification.*')}, 'Push',
  ${isOf(SEARCH)}, 'Organic Search',
  ${isOf(SOCIAL)} OR ${isMedium('social.*')}, 'Organic Social',
  ${isOf(VIDEO)} OR ${isMedium('.*video.*')}, 'Organic Video',
  ${site} NOT IN ('', '$direct') OR ${isMedium('referral')}, 'Referral',
  ${source} IN ('', 'direct', '(direct)') AND ${isMedium('none|\\(none\\)|')}, 'Direct',
  'Unknown'
)`
}
