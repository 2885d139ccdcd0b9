import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { localEnglish } from '../../domain/local-english.ts'
import { dueDiligence } from '../../features/charity-vetting/domain/vetting.ts'
import type { DB } from '../../server/db/schema.ts'
import type { DataKeys } from '../../server/files/data-keys.ts'
import type { DemoUserIds } from '../people/demo-users.ts'
import { type GrantedCharity, listGrantedCharities } from './demo-due-diligence.queries.ts'
import { type DemoVetting, writeVetting } from './write-vetting.ts'

const finding =
  'Its filings of the last three years, its governing document, and a letter from its treasurer about the use of the grant.'

const valid = { enteredDaysAgo: 200, expiresInDays: 700, isConfirmed: true }
/** Of the charities whose grants wait: the first has no record, the second one that waits for a second person, the third one to renew. */
const firstRecords = [
  null,
  { enteredDaysAgo: 2, expiresInDays: 700, isConfirmed: false },
  { enteredDaysAgo: 1000, expiresInDays: 45, isConfirmed: true },
]

/** Records of due diligence in a book whose client asks for them, so that its grants can be approved and paid. Call it when the book has its grants. */
export async function writeDemoDueDiligence(
  db: Kysely<DB>,
  realmDb: Kysely<DB>,
  about: { client: Client; people: DemoUserIds; keys: DataKeys; now: Date },
): Promise<void> {
  if (!about.client.asksDueDiligence) return
  const charities = await listGrantedCharities(db, about.people.super)
  for (const [index, charity] of charities.entries()) {
    const record = charity.only_waits ? firstRecords[index] : valid
    if (record !== null) await writeVetting(realmDb, recordAbout(charity, record ?? valid, about), about)
  }
}

function recordAbout(
  { charity_id: charityId, name, street, city, state, postal_code }: GrantedCharity,
  times: Omit<DemoVetting, 'charityId' | 'fields'>,
  { client }: { client: Client },
): DemoVetting {
  return {
    ...times,
    charityId,
    fields: {
      ...{ name, alsoKnownAs: '', street: street ?? '', city: city ?? '', usState: state ?? '' },
      ...{
        postalCode: postal_code ?? '',
        basis: dueDiligence,
        finding: localEnglish(finding, client.locale),
      },
    },
  }
}
