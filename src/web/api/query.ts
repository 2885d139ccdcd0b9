import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { Endpoint, Reply, Sent } from '../../contract/endpoint.ts'
import { Problem } from '../../contract/problems.ts'
import { maxViewRows } from '../../domain/largest-view.ts'
import type { Currency } from '../../domain/money.ts'
import { chosenCurrency } from '../session/session-store.ts'
import { call } from './call.ts'

/** How long data counts as fresh before it is fetched again in the background. */
const freshMs = 30_000

/**
 * The cache of server data. A failed call is not sent again by itself. Offline, calls fail at once, so that a screen says so
 * where it would otherwise wait without an end; they are repeated when the connection is back.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      retry: (failures, error) => failures < 1 && !(error instanceof Problem),
      networkMode: 'always',
      refetchOnReconnect: true,
      // What is on the screen stays as it is without a connection.
      refetchOnWindowFocus: () => navigator.onLine,
      throwOnError: error => error instanceof Problem && error.code === 'not-found',
    },
  },
})

/**
 * Query options of an endpoint, for useQuery and loaders. The input is the key, so it holds only JSON values. The key names the
 * currency too, because two books may give one number to different things (§16).
 */
export function query<E extends Endpoint & { method: 'GET' }>(endpoint: E, sent: Sent<E>) {
  const inBook = currentBook()
  return queryOptions<Reply<E>>({
    queryKey: [endpoint.path, sent, inBook.currency],
    queryFn: ({ signal }) => call(endpoint, sent, { ...inBook, signal }),
  })
}

/** The book that a query belongs to, for its key and its calls: a later refetch must not ask another one. */
export const currentBook = (): { currency: Currency | null } => ({ currency: chosenCurrency.read() })

/**
 * Fetches again what this tab shows, after a command. `call` has told the other tabs, which do the same. A first answer that is still
 * on its way may have been read before the command: invalidation alone would keep it, so its query starts again.
 */
export async function refreshAll(): Promise<void> {
  for (const started of queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' })) {
    if (started.state.data !== undefined) continue
    started.cancel({ silent: true })
    // A failure is in the state of the query.
    void started.fetch().catch(() => undefined)
  }
  await queryClient.invalidateQueries()
}

type ListEndpoint = Endpoint & { method: 'GET' }
type ListReply = { data: unknown[]; meta: { total: number | null; next: string | null } }

/** The largest page of a list; `All` fetches page after page, up to `maxViewRows`. */
const maxPageRows = 500

/** A list for the view selector: the first rows, or all of them (§9). */
export function queryList<E extends ListEndpoint>(
  endpoint: E & (Reply<E> extends ListReply ? unknown : never),
  sent: Sent<E> & { query?: object },
  view: '5' | '10' | '50' | 'all',
) {
  const first = view === 'all' ? maxPageRows : Number(view)
  const inBook = currentBook()
  return queryOptions<Reply<E>>({
    queryKey: [endpoint.path, sent, view, inBook.currency],
    queryFn: async ({ signal }) => {
      const ask = async (after: string | null) => {
        const query = { ...sent.query, first, ...(after === null ? {} : { after }) }
        return await call<E>(endpoint, { ...sent, query }, { ...inBook, signal })
      }
      const found = await ask(null)
      // The constraint on `endpoint` makes the reply a list; the compiler cannot see that for a generic E.
      const list = found as ListReply
      while (view === 'all' && list.meta.next !== null && list.data.length < maxViewRows) {
        // As above.
        const more = (await ask(list.meta.next)) as ListReply
        list.data.push(...more.data)
        list.meta.next = more.meta.next
      }
      return found
    },
  })
}
