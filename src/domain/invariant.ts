/** Throws when something that the code relies on is not so. The message is for maintainers and reaches logs only. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant: ${message}`)
}
