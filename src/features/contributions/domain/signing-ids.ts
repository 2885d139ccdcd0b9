/** The ids that signing needs (§5). @throws Error for a row without them. */
export function signingIds({
  accountId,
  transactionId,
}: {
  accountId: string | null
  transactionId: number | null
}): { accountId: string; transactionId: number } {
  if (!accountId || !transactionId) throw new Error('a pending document has no accountId or no transactionId')
  return { accountId, transactionId }
}
