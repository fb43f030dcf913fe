import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ApiError } from '#web/api/client.ts'
import { cssVariablesResolver, theme } from '#web/ui/theme.ts'
import { ToastProvider } from '#web/ui/toast.tsx'
import { Routes } from './routes.tsx'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The server has computed the answer or refused the question: only a missing answer is worth a second try.
      retry: (failures, error) => failures < 2 && error instanceof ApiError && error.status === 0,
      refetchOnWindowFocus: false,
      staleTime: 30_000,
    },
  },
})

const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''

export const App = () => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    defaultColorScheme="auto"
    getStyleNonce={styleNonce}
  >
    <QueryClientProvider client={queries}>
      <ToastProvider>
        <Routes />
      </ToastProvider>
    </QueryClientProvider>
  </MantineProvider>
)
