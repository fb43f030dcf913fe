import { QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { PageRoot } from '#web/ui/page-root.tsx'
import { readPage } from './link-data.ts'
import { SharedPage } from './shared-page.tsx'
import '#web/ui/styles.css'
import './shared.css'

const queries = new QueryClient({
  // The server computes each range at most once in half an hour, so fetching again would give the same
  // data.
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 1_800_000 } },
})

const page = readPage()
const root = document.createElement('div')
root.className = page.link.isEmbedded ? 'shared shared--embedded' : 'shared'
// The page that the server made is removed, together with its style. The elements with its data stay.
document.querySelector('main')?.replaceWith(root)
document.querySelector('head > style')?.remove()
createRoot(root).render(
  <PageRoot queries={queries}>
    <SharedPage {...page} />
  </PageRoot>,
)
