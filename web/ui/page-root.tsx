import { MantineProvider, useMantineColorScheme } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect } from 'react'
import { applyScheme, chosenScheme } from './scheme.ts'
import { cssVariablesResolver, theme } from './theme.ts'

// Mantine writes its variables into a style element. The content security policy of the document allows
// style elements that have this nonce.
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''

// The scheme is applied before the page draws anything.
applyScheme(chosenScheme())

/** Applies the chosen scheme to the variables of tokens.css. It also follows a choice in another window. */
function SchemeOfTokens() {
  const { colorScheme } = useMantineColorScheme()
  useLayoutEffect(() => applyScheme(colorScheme), [colorScheme])
  return null
}

interface PageRootProps {
  readonly queries: QueryClient
  readonly children: ReactNode
}

/** The providers that a whole page needs: for the theme and for the query cache. */
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
