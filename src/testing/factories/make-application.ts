import { randomUUID } from 'node:crypto'
import type { ApplicationDraft } from '../../features/account-opening/domain/draft.ts'
import {
  addEvent,
  insertApplication,
  saveDocument,
  updateApplication,
} from '../../features/account-opening/server/applications.queries.ts'
import { insertSigners } from '../../features/account-opening/server/signers.queries.ts'
import type { Databases } from '../../server/db/pools.ts'
import { completeDraft, exampleDonor } from '../example-draft.ts'

type ToMake = {
  /** The book and its client. Default: npt. */
  book?: string
  accountName?: string
  draft?: Partial<ApplicationDraft>
  startedBy?: string
  at?: Date
}

/** An application that its donor, who has no login, has signed. It waits for staff, and nobody has looked for duplicates. */
export async function makeApplication(databases: Databases, about: ToMake = {}): Promise<string> {
  const { book = 'npt', at = new Date(), startedBy = randomUUID() } = about
  const unique = randomUUID().slice(0, 8)
  const draft: ApplicationDraft = {
    ...completeDraft,
    account: { ...completeDraft.account, accountName: about.accountName ?? `Finch Family Fund ${unique}` },
    donors: [{ ...exampleDonor, email: `ada-${unique}@people.example` }],
    ...about.draft,
  }
  return await databases
    .book(book)
    .transaction()
    .execute(async trx => {
      const applicationId = await insertApplication(trx, {
        client: book,
        draft,
        startedBy: { userId: startedBy, name: 'Tilda Brook', as: 'advisor' },
        idempotencyKey: randomUUID(),
        at,
      })
      if (applicationId === null) throw new Error('the application was not created')
      const signers = draft.donors.map(({ firstName, lastName, email }) => ({
        userId: null,
        name: `${firstName} ${lastName}`,
        email,
      }))
      await insertSigners(trx, applicationId, 1, signers)
      await saveDocument(trx, applicationId, {
        provider: 'quill',
        document: { title: 'Application', text: [] },
        attempt: 1,
        at,
      })
      await trx
        .updateTable('application_signer')
        .set({ state: 'signed', decided_at: at })
        .where('application_id', '=', applicationId)
        .execute()
      await updateApplication(trx, applicationId, { state: 'submitted', submitted_at: at, changed_at: at })
      await addEvent(trx, applicationId, {
        kind: 'submitted',
        at,
        userId: null,
        name: 'The portal',
        bySponsor: true,
      })
      return applicationId
    })
}

/** Records a check for duplicates that found none, as the job does. */
export async function checkedForDuplicates(
  databases: Databases,
  applicationId: string,
  book = 'npt',
): Promise<void> {
  await updateApplication(databases.book(book), applicationId, { duplicates_found_at: new Date() })
}
