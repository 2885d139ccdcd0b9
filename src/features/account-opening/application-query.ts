import { replaceEqualDeep } from '@tanstack/react-query'
import { query } from '../../web/api/query.ts'
import { type AccountApplication, getApplication } from './account-opening.contract.ts'

/** An application. An answer that was read before a save, and arrives after that of the save, is passed over. */
export const applicationQuery = (applicationId: string) => ({
  ...query(getApplication, { params: { applicationId } }),
  structuralSharing: (shown: unknown, fresh: unknown): unknown =>
    revisionOf(fresh) < revisionOf(shown) ? shown : replaceEqualDeep(shown, fresh),
})

// The cache has nothing else under the key of an application.
const revisionOf = (application: unknown): number =>
  (application as AccountApplication | undefined)?.revision ?? 0
