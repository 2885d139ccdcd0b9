import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { ownerText } from '../domain/entry-texts.ts'
import type { EntryOwner } from '../journal-entries.contract.ts'

/** Where each owner is shown and corrected. Transfers have no page of their own. */
function addressOf({ kind, id }: EntryOwner): string | null {
  switch (kind) {
    case 'grant':
      return staffPaths.reviewGrant(id)
    case 'contribution':
      return staffPaths.staffContributions()
    case 'disposal':
      return staffPaths.excludedAssets({ show: 'all' })
    case 'case':
      return staffPaths.estateCase(id)
    case 'suspense':
      return staffPaths.bank()
    case 'batch':
      return staffPaths.postingBatch(id)
    case 'transfer':
      return null
  }
}

/** What an entry belongs to, with the page that corrects it. */
export function OwnerLink({ owner }: { owner: EntryOwner | null }) {
  if (owner === null) return null
  const address = addressOf(owner)
  return address === null ? ownerText(owner) : <Link to={address}>{ownerText(owner)}</Link>
}
