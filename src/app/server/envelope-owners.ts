import { followApplication } from '../../features/account-opening/server/advance-application.ts'
import { isApplicationOpenTo } from '../../features/account-opening/server/applications.queries.ts'
import { followContributionDocument } from '../../features/contributions/server/follow-envelope.ts'
import type { EnvelopeOwner } from '../../server/signatures/providers.ts'

/** The features whose documents are signed. */
export const envelopeOwners: readonly EnvelopeOwner[] = [
  { follow: followContributionDocument },
  { follow: followApplication, isOpenTo: isApplicationOpenTo },
]
