import { type ClientContext, clientContextSchema } from '../features/shell/shell.contract.ts'

let found: ClientContext | undefined

/** The context that the server wrote into the page (§3), so that the first paint is the client's own. Throws where it is missing. */
export function clientContext(): ClientContext {
  if (!found) {
    const text = document.getElementById('client-context')?.textContent
    if (!text) throw new Error('the page carries no client context')
    found = clientContextSchema.parse(JSON.parse(text))
  }
  return found
}
