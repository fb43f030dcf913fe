import {
  IconChartBar,
  IconChartLine,
  IconCode,
  IconFilter,
  IconGridDots,
  IconRoute,
  IconStack2,
  IconTextSize,
} from '@tabler/icons-react'

const ICONS: Readonly<Record<string, typeof IconChartLine>> = {
  TrendsQuery: IconChartLine,
  FunnelsQuery: IconFilter,
  RetentionQuery: IconGridDots,
  PathsQuery: IconRoute,
  StickinessQuery: IconChartBar,
  LifecycleQuery: IconStack2,
  HogQLQuery: IconCode,
  text: IconTextSize,
}

/**
 * The icon of a kind of insight, or of a text (`text`). Screen readers skip it, because the name next to it
 * says what it is.
 */
export function KindIcon({ kind }: { readonly kind: string }) {
  const Icon = ICONS[kind] ?? IconChartLine
  return <Icon className="i quiet" aria-hidden />
}
