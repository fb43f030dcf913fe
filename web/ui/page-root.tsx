import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { cssVariablesResolver, theme } from './theme.ts'

// Mantine writes its variables into a style element, which the policy of the document lets in by this number.
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''

interface PageRootProps {
  readonly queries: QueryClient
  readonly children: ReactNode
}

/** The look and the answers that all of a page shares. */
export const PageRoot = ({ queries, children }: PageRootProps) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    defaultColorScheme="auto"
    getStyleNonce={styleNonce}
  >
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  </MantineProvider>
)
