export const noFund = 'none'

/** The accounts to choose from: the current one first, the others as they come, and none of them. */
export function fundChoices(
  accounts: readonly { fundId: number; accountName: string }[],
  currentFundId: number,
): { value: string; text: string }[] {
  const choiceOf = ({ fundId, accountName }: { fundId: number; accountName: string }) => ({
    value: String(fundId),
    text: `${accountName}, ${fundId}`,
  })
  const current = accounts.find(({ fundId }) => fundId === currentFundId)
  return [
    // While the list is on its way, or too long for it, the current account is there by its number.
    ...(current ? [choiceOf(current)] : []),
    ...(!current && currentFundId !== 0
      ? [{ value: String(currentFundId), text: `Account ${currentFundId}` }]
      : []),
    ...accounts.filter(account => account !== current).map(choiceOf),
    { value: noFund, text: 'None in particular' },
  ]
}
