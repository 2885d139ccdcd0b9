import { type ClientContext, clientContextSchema } from '../../contract/client-context.contract.ts'

let found: ClientContext | undefined

/**
 * The client context of this page (§3): the server writes it into the page, so that the first paint has the client's look.
 * Throws if it is missing or invalid.
 */
export function clientContext(): ClientContext {
  if (!found) {
    const text = document.getElementById('client-context')?.textContent
    if (!text) throw new Error('the page carries no client context')
    found = clientContextSchema.parse(JSON.parse(text))
  }
  return found
}

/** Whether the page has a valid context; the portal cannot start without one. */
export function hasClientContext(): boolean {
  try {
    clientContext()
    return true
  } catch {
    return false
  }
}

/** The document title of a screen. It ends with the client's name, which tells tabs and bookmarks apart. */
export function documentTitle(title: string): string {
  if (!hasClientContext()) return title
  const { displayName } = clientContext().clientSettings
  return title === displayName ? title : `${title} | ${displayName}`
}

/** Replaces a missing or invalid context by one that was fetched, and applies what the server would have written. */
export function adoptClientContext(context: ClientContext): void {
  found = context
  document.documentElement.lang = context.clientSettings.locale
  document.documentElement.dataset.client = context.client
  document.title = context.clientSettings.displayName
}

/**
 * Replaces the context, by that of the client's other book (§4), or where there is no page (src/app/build/render-frames.tsx). In a page
 * the caller then changes the session, whose listeners read it.
 */
export function setClientContext(context: ClientContext): void {
  found = context
}
