/**
 * The keys of idempotent commands whose answer has not arrived. The same command, sent again after a lost answer or by a second
 * press, gets the same key, so that it runs once; after an answer it is a new command.
 */
const unanswered = new Map<string, string>()

/** Enough for what one person leaves unanswered. */
const maxUnanswered = 50

/** The key of a command. `contents` says everything about it: the account, the address, the body. */
export function keyOfCommand(contents: string): string {
  const known = unanswered.get(contents)
  if (known !== undefined) return known
  const key = crypto.randomUUID()
  unanswered.set(contents, key)
  const [oldest] = unanswered.keys()
  if (unanswered.size > maxUnanswered && oldest !== undefined) unanswered.delete(oldest)
  return key
}

/** After an answer of the program, whatever it says: a command that failed has left nothing behind. */
export const forgetCommand = (contents: string): boolean => unanswered.delete(contents)
