import { setImmediate } from 'node:timers/promises'

/** A request that others make takes several turns of the event loop, and may have to wait this long at each. */
const turnMs = 5

/** JSON.stringify for a list of thousands of things, each as `toItem` gives it, with pauses. */
export async function stringifyList<Item>(
  list: Iterable<Item>,
  toItem: (item: Item) => unknown = item => item,
): Promise<string> {
  const pauses = createPauses()
  const parts: string[] = []
  let items: unknown[] = []
  for (const item of list) {
    items.push(toItem(item))
    if (items.length < itemsAtOnce) continue
    parts.push(withoutBrackets(items))
    items = []
    if (pauses.isDue()) await pauses.pause()
  }
  if (items.length > 0) parts.push(withoutBrackets(items))
  return `[${parts.join(',')}]`
}

const itemsAtOnce = 500
const withoutBrackets = (items: readonly unknown[]) => JSON.stringify(items).slice(1, -1)

/**
 * For loops over many things that need the database and so stay in the main thread: after five milliseconds other requests have their turn.
 *
 *     const pauses = createPauses()
 *     for (const each of many) {
 *       if (pauses.isDue()) await pauses.pause()
 */
export function createPauses() {
  let since = performance.now()
  return {
    isDue: () => performance.now() - since > turnMs,
    pause: async () => {
      await setImmediate()
      since = performance.now()
    },
  }
}
