/** Throws if an assumption of the code does not hold. The message is for maintainers and reaches only the logs. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant: ${message}`)
}
