import type { getAccountOverview } from '../../contract/account-overview.contract.ts'
import type { WireReply } from '../../contract/endpoint.ts'

/** The overview of a fund of $10,000, with overrides. */
export const exampleAccount = (
  about: Partial<WireReply<typeof getAccountOverview>> = {},
): WireReply<typeof getAccountOverview> => ({
  id: 'a',
  fundId: 204318,
  accountName: 'The Whitcombe Family Fund',
  accountStatus: 'Active',
  organizationLegalName: null,
  donorName: 'Eleanor Whitcombe',
  accountType: 'Individual',
  total: '1000000',
  available: '1000000',
  currency: 'USD',
  openedDate: '2019-03-04',
  enteredDate: '2019-03-01',
  closedDate: null,
  writeAccess: true,
  successionPlanTypeCode: 'NONE',
  side: 'fund',
  endingMinor: '1000000',
  pendingMinor: '0',
  excludedMinor: '0',
  availableMinor: '1000000',
  ...about,
})
