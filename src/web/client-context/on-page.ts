// Startup fails with 'not on page' if no window exists (§4). Imported before every module that needs one.
if (typeof window === 'undefined') throw new Error('not on page')

/** The element of the portal; fails in a document that is not the portal's. */
export function rootOfPage(): HTMLElement {
  const root = document.getElementById('root')
  if (!root) throw new Error('not on page')
  return root
}
