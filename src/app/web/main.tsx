import '../../web/policy.ts'
import { rootOfPage } from '../../web/client-context/on-page.ts'
import '../../web/styles.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { clientContext, hasClientContext } from '../../web/client-context/client-context.ts'
import { chosenCurrency } from '../../web/session/session-store.ts'
import { storeColorScheme } from '../../web/shell/color-scheme.ts'
import { createPortalRouter } from './router.tsx'

/** The first screen is complete by then, also on a slow phone. */
const preloadAfterMs = 5000

const element = rootOfPage()
const root = createRoot(element)

storeColorScheme()
if (hasClientContext()) void startPortal()
else askForContext()

/** Renders once the first screen is ready. Until then the page shows the frame that came with it (src/web/shell/Frame.tsx). */
async function startPortal(): Promise<void> {
  const context = clientContext()
  if (context.secondaryDb !== null) chosenCurrency.set(context.currentDbHeader)
  const router = createPortalRouter()
  await router.load()
  // The first screen was a redirect to another document, which is on its way.
  if (router.state.resolvedLocation === undefined) return
  const focused = document.activeElement
  flushSync(() =>
    root.render(
      <StrictMode>
        <I18nProvider locale={context.clientSettings.locale}>
          <RouterProvider router={router} />
        </I18nProvider>
      </StrictMode>,
    ),
  )
  if (focused?.matches('a')) focusAgain(focused)
  // While the person reads.
  setTimeout(() => {
    import('./preload-screens.ts').then(({ preloadScreens }) => preloadScreens(router)).catch(() => undefined)
  }, preloadAfterMs)
}

/** Whoever uses the keyboard goes on at the link of the frame that had the focus. The header may have another to the same address. */
function focusAgain(link: Element): void {
  const links = element.querySelectorAll<HTMLElement>(
    `a[href="${CSS.escape(link.getAttribute('href') ?? '')}"]`,
  )
  ;[...links].find(each => !!each.closest('main') === !!link.closest('main'))?.focus({ preventScroll: true })
}

/** For a page that came without a context (§4). Its code is loaded on demand because this is rare. */
function askForContext(): void {
  import('../../features/pages/ContextFailure.tsx').then(
    ({ ContextFailure }) => root.render(<ContextFailure onLoaded={startPortal} />),
    () => {
      element.textContent = 'The portal could not be opened. Please reload this page.'
    },
  )
}

/** The session watch loads after the first screen, so as not to slow it down; nothing in it is due earlier. */
const watchAfterMs = 15_000
const watchAgainMs = 10_000

function watchSessions(): void {
  import('../../web/session/session-watch.ts').then(
    watch => watch.watchSessions(),
    // The network may be down. Meanwhile the server enforces the session's limit.
    () => setTimeout(watchSessions, watchAgainMs),
  )
}
setTimeout(watchSessions, watchAfterMs)
