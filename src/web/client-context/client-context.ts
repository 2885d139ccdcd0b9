import { type ClientContext, clientContextSchema } from '../../contract/client-context.contract.ts'

let found: ClientContext | undefined

/**
 * The client that this page is of (§3): as the server wrote it into the page, so that the first paint is the client's own,
 * or as it was asked for since. Throws where it is missing, or is not what a context is.
 */
export function clientContext(): ClientContext {
  if (!found) {
    const text = document.getElementById('client-context')?.textContent
    if (!text) throw new Error('the page carries no client context')
    found = clientContextSchema.parse(JSON.parse(text))
  }
  return found
}

/** Whether the page came with a context that can be read; the portal cannot begin without one. */
export function hasClientContext(): boolean {
  try {
    clientContext()
    return true
  } catch {
    return false
  }
}

/** Takes over a context that was asked for because the page's own was of no use, with what the server would have written. */
export function adoptClientContext(context: ClientContext): void {
  found = context
  document.documentElement.lang = context.clientSettings.locale
  document.documentElement.dataset.client = context.client
  document.title = context.clientSettings.displayName
}
