import { MantineProvider, useMantineColorScheme } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect } from 'react'
import { applyScheme, chosenScheme } from './scheme.ts'
import { cssVariablesResolver, theme } from './theme.ts'

// Mantine writes its variables into a style element. The content security policy of the document allows it
// by this nonce.
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''

// Applied before anything is drawn.
applyScheme(chosenScheme())

/** Applies the chosen scheme to tokens.css, also if it was chosen in another window. */
function SchemeOfTokens() {
  const { colorScheme } = useMantineColorScheme()
  useLayoutEffect(() => applyScheme(colorScheme), [colorScheme])
  return null
}

interface PageRootProps {
  readonly queries: QueryClient
  readonly children: ReactNode
}

/** The providers for the theme and the query cache that a whole page shares. */
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
