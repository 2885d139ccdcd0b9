import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { Endpoint, Reply, Sent } from '../contract/endpoint.ts'
import { Problem } from '../contract/problems.ts'
import { call } from './call.ts'

/** How long an answer is shown before it is asked for anew in the background. */
const freshMs = 30_000

/** The store of what the server said. A failure that the program named is not tried again; a lost connection is, once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      retry: (failures, error) => failures < 1 && !(error instanceof Problem),
      throwOnError: error => error instanceof Problem && error.code === 'not-found',
    },
  },
})

/** A read of an endpoint, for useQuery and for loaders. What is sent is its key, so it holds only JSON values. */
export function query<E extends Endpoint & { method: 'GET' }>(endpoint: E, sent: Sent<E>) {
  return queryOptions<Reply<E>>({
    queryKey: [endpoint.path, sent],
    queryFn: ({ signal }) => call(endpoint, sent, { signal }),
  })
}

/** After a change that moves money: everything of the fund, and the lists that show it, is asked for anew. */
export async function refreshAll(): Promise<void> {
  await queryClient.invalidateQueries()
}
