import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/api/client.ts'
import { PageRoot } from '#web/ui/page-root.tsx'
import { ToastProvider } from '#web/ui/toast.tsx'
import { beginPage } from './begin.ts'
import { Routes } from './routes.tsx'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // Retries only if no response came. In all other cases the server has responded, and would respond in
      // the same way again.
      retry: (failures, error) => failures < 2 && error instanceof ApiError && error.status === 0,
      refetchOnWindowFocus: false,
      staleTime: 30_000,
    },
  },
})
beginPage(queries)

export const App = () => (
  <PageRoot queries={queries}>
    <ToastProvider>
      <Routes />
    </ToastProvider>
  </PageRoot>
)
