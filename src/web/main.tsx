import './policy.ts'
import './styles.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { createRoot } from 'react-dom/client'
import { clientContext } from './client-context.ts'
import { router } from './routes.tsx'
import { chosenCurrency } from './session/session-store.ts'
import { watchSessions } from './session/session-watch.ts'
import { applyColours } from './shell/colour-choice.ts'

const root = document.getElementById('root')
// §4: startup fails with 'not on page'.
if (!root) throw new Error('not on page')

applyColours()
const context = clientContext()
if (context.secondaryDb !== null) chosenCurrency.set(context.currentDbHeader)
watchSessions()
createRoot(root).render(
  <StrictMode>
    {/* The server has written the client's locale into the page. */}
    <I18nProvider locale={document.documentElement.lang}>
      <RouterProvider router={router} />
    </I18nProvider>
  </StrictMode>,
)
