import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { Endpoint, Reply, Sent } from '../../contract/endpoint.ts'
import { Problem } from '../../contract/problems.ts'
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

type ListEndpoint = Endpoint & { method: 'GET' }
type ListReply = { data: unknown[]; meta: { total: number; next: string | null } }

/** The most rows that a list gives at once; `All` asks as often as it must. */
const largestPage = 500

/** A list as the view selector wants it: its first 10 or 50 rows, or all of them, page after page (§9). */
export function queryList<E extends ListEndpoint>(
  endpoint: E & (Reply<E> extends ListReply ? unknown : never),
  sent: Sent<E> & { query?: object },
  view: '10' | '50' | 'all',
) {
  const first = view === 'all' ? largestPage : Number(view)
  return queryOptions<Reply<E>>({
    queryKey: [endpoint.path, sent, view],
    queryFn: async ({ signal }) => {
      const ask = async (after: string | null) => {
        const query = { ...sent.query, first, ...(after === null ? {} : { after }) }
        return await call<E>(endpoint, { ...sent, query }, { signal })
      }
      const found = await ask(null)
      // The constraint on `endpoint` says that the reply is a list; the compiler cannot follow it into an open E.
      const list = found as ListReply
      while (view === 'all' && list.meta.next !== null) {
        const more = (await ask(list.meta.next)) as ListReply
        list.data.push(...more.data)
        list.meta.next = more.meta.next
      }
      return found
    },
  })
}
