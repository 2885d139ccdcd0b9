/**
 * §3's display rule: the name with ' (status)' appended, except for 'Entered', an empty status, and, at clients that
 * do not show it, statuses that match 'close' or 'immob'.
 */
export function displayName(accountName: string, status: string, showsClosedStatus: boolean): string {
  if (status === '' || status === 'Entered') return accountName
  if (!showsClosedStatus && /close|immob/i.test(status)) return accountName
  return `${accountName} (${status})`
}
