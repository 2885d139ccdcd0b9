// §4: startup fails with 'not on page' if no window exists. Evaluated before everything that would ask for one.
if (typeof window === 'undefined') throw new Error('not on page')

/** Where the page shows the portal; the same failure where a document is not the portal's own. */
export function rootOfPage(): HTMLElement {
  const root = document.getElementById('root')
  if (!root) throw new Error('not on page')
  return root
}
