/**
 * The display rule of §3: the name followed by ' (status)', except for 'Entered' and an empty status. Clients that do
 * not show closed accounts as such also leave out statuses that match 'close' or 'immob'.
 */
export function displayName(accountName: string, status: string, showsClosedStatus: boolean): string {
  if (status === '' || status === 'Entered') return accountName
  if (!showsClosedStatus && /close|immob/i.test(status)) return accountName
  return `${accountName} (${status})`
}

/** The name in a list of many accounts, which says a status only where it is not the usual one. */
export const nameInList = (accountName: string, status: string, showsClosedStatus: boolean): string =>
  status === 'Active' ? accountName : displayName(accountName, status, showsClosedStatus)
