/** A signal that stops a job before its `after`-th item, as a server that stops does. */
export function stopsAfter(after: number): AbortSignal {
  let left = after
  return {
    get aborted() {
      left -= 1
      return left < 0
    },
  } as AbortSignal
}
