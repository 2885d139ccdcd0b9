/**
 * Collects what is in memory without use, in a task of its own. V8 does so when the program needs more memory, and not while it waits for a
 * thread that needs much. Without `--expose-gc`, which `npm run serve` sets, nothing happens.
 */
export async function collectGarbage(): Promise<void> {
  await globalThis.gc?.({ type: 'major', execution: 'async' })
}
