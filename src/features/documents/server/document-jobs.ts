import type { Kysely } from 'kysely'
import { z } from 'zod'
import { dateOf } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { type RealmTaskContext, realmTask } from '../../../server/jobs/task.ts'
import { cleanDocuments } from './clean-documents.ts'
import { applyRetention, type RetentionDay } from './retention.ts'
import { cleanStaffDocuments, retainStaffDocuments } from './staff/maintain-staff-documents.ts'
import type { StaffDocumentStore } from './staff/upload-staff-document.ts'
import type { DocumentStore } from './store-document.ts'

/** Each book of the realm as a document store. */
function storesOf({ books: ofRealm, documentFiles }: RealmTaskContext): DocumentStore[] {
  if (documentFiles === null) throw new Error('the worker has no store of documents')
  return ofRealm.map(({ name, db }) => ({ book: name, db, documentFiles }))
}

/** The realm itself as the store of its staff's documents. */
function staffStoreOf({ db, origin, documentFiles }: RealmTaskContext): StaffDocumentStore {
  if (documentFiles === null || !('realm' in origin)) throw new Error('the worker has no store of documents')
  return { realm: origin.realm, realmDb: db, documentFiles }
}

/** Removes leftovers of crashes and removals from the store. */
export const cleanDocumentStores = realmTask('clean-documents', z.object({}), async (_payload, context) => {
  for (const store of storesOf(context)) await cleanDocuments(store, context.clock.now(), context.signal)
  await cleanStaffDocuments(staffStoreOf(context), context.clock.now(), context.signal)
})

/** What features above know of retention: which applications are due, and which copies of documents follow the same days. */
type RetentionOf = {
  dueApplications(db: Kysely<DB>, today: string): Promise<readonly string[]>
  copies: readonly ((store: DocumentStore, day: RetentionDay) => Promise<unknown>)[]
}

/** Lists the documents whose retention period is over, and deletes those that have been listed long enough (§17). */
export const retainDocuments = ({ dueApplications, copies }: RetentionOf) =>
  realmTask('retain-documents', z.object({}), async (_payload, context) => {
    const now = context.clock.now()
    // After years, which time zone's day it is makes no difference.
    const day = { today: dateOf(now, 'UTC'), now }
    for (const store of storesOf(context)) {
      const inBook = { ...day, dueApplications: await dueApplications(store.db, day.today) }
      await applyRetention(store, inBook)
      for (const apply of copies) await apply(store, inBook)
    }
    await retainStaffDocuments(staffStoreOf(context), day)
  })
