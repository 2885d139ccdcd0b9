// A worker that the build starts (vite.config.ts), because modules of the program keep a process running. It is not part of the program.
import { parentPort, workerData } from 'node:worker_threads'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Client } from '../../clients/client.ts'
import { dateOf } from '../../domain/dates.ts'
import { VisitorHome } from '../../features/home/VisitorHome.tsx'
import { clientContextOf } from '../../features/pages/server/client-context.ts'
import { queryClient } from '../../web/api/query.ts'
import { setClientContext } from '../../web/client-context/client-context.ts'
import { Frame } from '../../web/shell/Frame.tsx'

const clients: readonly Client[] = workerData
const ofEachClient = (render: (client: Client) => string) =>
  Object.fromEntries(clients.map(client => [client.name, render(client)]))
/** By the name of the file that it becomes, the markup of each client. */
const frames = {
  'frames.json': ofEachClient(client => renderToStaticMarkup(<Frame client={client} />)),
  'visitor-frames.json': ofEachClient(renderVisitorFrame),
}
parentPort?.postMessage(frames)

/** The frame of a visitor's home, with the parts that never change: the welcome, Log In, and what the portal is for. */
function renderVisitorFrame(client: Client): string {
  // As screens expect it around them; nothing is requested, and links lead where their addresses say.
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  setClientContext(
    clientContextOf({
      client,
      book: client.book,
      origin: '',
      today: dateOf(new Date(), client.timeZone),
      demonstration: false,
    }),
  )
  const markup = renderToStaticMarkup(
    <Frame client={client}>
      <RouterContextProvider router={router}>
        <QueryClientProvider client={queryClient}>
          <VisitorHome session={{ state: 'signed-out' }} />
        </QueryClientProvider>
      </RouterContextProvider>
    </Frame>,
  )
  // The page has a title of its own.
  return markup.replaceAll(/<title>[^<]*<\/title>/g, '')
}
