import { z } from 'zod'
import { dateOf } from '../../../domain/dates.ts'
import { type RealmTaskContext, realmTask } from '../../../server/jobs/task.ts'
import { cleanDocuments } from './clean-documents.ts'
import { applyRetention } from './retention.ts'
import type { DocumentStore } from './store-document.ts'

/** Each book of the realm as a document store. */
function storesOf({ books: ofRealm, documentFiles }: RealmTaskContext): DocumentStore[] {
  if (documentFiles === null) throw new Error('the worker has no store of documents')
  return ofRealm.map(({ name, db }) => ({ book: name, db, documentFiles }))
}

/** Removes what crashes and removals have left in the store. */
export const cleanDocumentStores = realmTask('clean-documents', z.object({}), async (_payload, context) => {
  for (const store of storesOf(context)) await cleanDocuments(store, new Date(), context.signal)
})

/** Lists the documents whose time is over, and deletes those that have been listed long enough (§17). */
export const retainDocuments = realmTask('retain-documents', z.object({}), async (_payload, context) => {
  const now = new Date()
  // After years, which time zone's day it is makes no difference.
  for (const store of storesOf(context)) await applyRetention(store, { today: dateOf(now, 'UTC'), now })
})
