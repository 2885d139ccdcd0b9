import './policy.ts'
import './styles.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { createRoot } from 'react-dom/client'
import { clientContext } from './client-context.ts'
import { router } from './routes.tsx'
import { chosenCurrency } from './session/session-store.ts'
import { applyColours } from './shell/colour-choice.ts'

const root = document.getElementById('root')
// §4: startup fails with 'not on page'.
if (!root) throw new Error('not on page')

applyColours()
const context = clientContext()
if (context.secondaryDb !== null) chosenCurrency.set(context.currentDbHeader)
createRoot(root).render(
  <StrictMode>
    {/* The server has written the client's locale into the page. */}
    <I18nProvider locale={document.documentElement.lang}>
      <RouterProvider router={router} />
    </I18nProvider>
  </StrictMode>,
)

/** No part of the first screen, whose loading it would slow down; nothing that it does is due so soon. */
const watchAfterMs = 15_000
const watchAgainMs = 10_000

function watchSessions(): void {
  import('./session/session-watch.ts').then(
    watch => watch.watchSessions(),
    // The network may be gone for a while. Meanwhile the server keeps the session's limit.
    () => setTimeout(watchSessions, watchAgainMs),
  )
}
setTimeout(watchSessions, watchAfterMs)
