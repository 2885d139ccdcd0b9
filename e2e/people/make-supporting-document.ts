import { storeDocument } from '../../src/features/documents/server/store-document.ts'
import { openDocumentFiles } from '../../src/server/files/open-files.ts'
import { pdfOf } from '../../src/testing/factories/make-file.ts'
import { makeLegacyPlan, type ShareToMake } from '../../src/testing/factories/make-legacy-plan.ts'
import type { PayingClient } from '../fixtures.ts'
import type { MadeDonor } from './make-donor.ts'
import { inDatabase } from './make-person.ts'

/** A document of the donor's account by its name. */
export async function makeDocument(
  client: PayingClient,
  { accountId }: MadeDonor,
  name: 'Death certificate' | 'Signed instruction',
): Promise<void> {
  await inDatabase(async (databases, { dataDir, secret }) => {
    // As the program opens it: the nightly check reads some of its files.
    const documentFiles = openDocumentFiles({ filesS3: null, dataDir, documentKeys: null }, secret)
    await storeDocument(
      { book: client, db: databases.book(client), documentFiles },
      {
        accountId,
        type: name === 'Death certificate' ? 'death-certificate' : 'instruction',
        name,
        mediaType: 'application/pdf',
        bytes: pdfOf(),
        addedBy: null,
        at: new Date(),
      },
    )
  })
}

/** The legacy plan of the donor's account. */
export async function makePlan(
  client: PayingClient,
  { accountId, userId }: MadeDonor,
  shares: readonly ShareToMake[],
): Promise<void> {
  await inDatabase(async databases => {
    const user = await databases
      .realm(client)
      .selectFrom('app_user')
      .select(['user_id as userId', 'first_name as firstName', 'last_name as lastName'])
      .where('sso_id', '=', userId)
      .executeTakeFirstOrThrow()
    const account = { accountId, book: client, donor: { user } } as Parameters<typeof makeLegacyPlan>[1]
    await makeLegacyPlan({ databases, clock: { now: () => new Date() } as never }, account, shares)
  })
}
