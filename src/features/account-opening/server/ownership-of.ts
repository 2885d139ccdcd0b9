import type { QueuedApplication } from '../review.contract.ts'
import type { ApplicationRow } from './applications.queries.ts'

/** Who looks after an application, or who did and may no longer. */
export const ownershipOf = ({
  owner_name: name,
  owner_is_current: isCurrent,
}: Pick<ApplicationRow, 'owner_name' | 'owner_is_current'>): Pick<
  QueuedApplication,
  'owner' | 'formerOwner'
> => (isCurrent ? { owner: name, formerOwner: null } : { owner: null, formerOwner: name })
