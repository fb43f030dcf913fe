import { MantineProvider, useMantineColorScheme } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect } from 'react'
import { applyScheme, chosenScheme } from './scheme.ts'
import { cssVariablesResolver, theme } from './theme.ts'

// Mantine writes its variables into a style element, which the policy of the document lets in by this number.
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''

// Before anything is drawn.
applyScheme(chosenScheme())

/** Shows tokens.css in the scheme that is chosen, also in another window. */
function SchemeOfTokens() {
  const { colorScheme } = useMantineColorScheme()
  useLayoutEffect(() => applyScheme(colorScheme), [colorScheme])
  return null
}

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
    <SchemeOfTokens />
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  </MantineProvider>
)
