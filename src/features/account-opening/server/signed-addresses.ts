import type { Kysely } from 'kysely'
import { fieldProblem } from '../../../contract/problems.ts'
import { addressText, isSameAddress, type PostalAddress } from '../../../domain/countries.ts'
import { changeAuthor } from '../../../server/changes/record-change.ts'
import type { DB } from '../../../server/db/schema.ts'
import { findPartyContact } from '../../people/profile/server/profile.queries.ts'
import { savePersonDetails } from '../../people/profile/server/save-person-details.ts'
import { addressesOf } from '../../people/server/addresses.queries.ts'
import { findPeople } from '../../people/server/people.queries.ts'
import type { Application } from '../domain/check-step.ts'
import type { AddressChoice, DifferingAddress } from '../review.contract.ts'
import type { ApplicationRow } from './applications.queries.ts'
import type { OpeningContext } from './find-application.ts'
import { signersOf } from './signers.queries.ts'

type Context = Pick<OpeningContext, 'db' | 'realmDb' | 'client'>

/** A donor of an application whose login has another address on file, or has none where the person saves it. */
type OtherAddress = {
  donor: number
  name: string
  userId: string
  revision: number
  signed: PostalAddress
  onFile: PostalAddress
}

async function otherAddresses(
  row: ApplicationRow,
  { donors }: Application,
  { db, realmDb }: Context,
): Promise<OtherAddress[]> {
  const signers = await signersOf(db, row)
  const people = await findPeople(realmDb, donors)
  const userIds = donors.map((_donor, index) => signers[index]?.user_id ?? people[index] ?? null)
  const stored = await addressesOf(
    { realmDb, db },
    userIds.filter(userId => userId !== null),
  )
  return donors.flatMap((signed, donor) => {
    const userId = userIds[donor] ?? null
    const onFile = userId === null ? undefined : stored.get(userId)
    if (userId === null || !onFile || isSameAddress(signed, onFile)) return []
    const name = `${signed.firstName} ${signed.lastName}`
    return [{ donor, name, userId, revision: onFile.revision, signed, onFile }]
  })
}

const isAsked = ({ onFile }: OtherAddress): boolean => addressText(onFile, 'en-US') !== ''

/** The donors whose signed address differs from the one on file: staff choose which is right when they accept. */
export async function differingAddresses(
  row: ApplicationRow,
  application: Application,
  context: Context,
): Promise<DifferingAddress[]> {
  const { locale } = context.client
  return (await otherAddresses(row, application, context)).filter(isAsked).map(other => ({
    donor: other.donor,
    name: other.name,
    signed: addressText(other.signed, locale),
    onFile: addressText(other.onFile, locale),
  }))
}

/**
 * Stores the signed addresses that staff chose over those on file, in the realm, which has them for all accounts; a job copies them to the
 * books. Returns who got the signed one, in a sentence each. Throws `validation` where a choice is missing.
 */
export async function saveSignedAddresses(
  row: ApplicationRow,
  { application, choices }: { application: Application; choices: readonly AddressChoice[] },
  context: OpeningContext,
): Promise<string[]> {
  const others = await otherAddresses(row, application, context)
  const choiceOf = ({ donor }: OtherAddress) => choices.find(choice => choice.donor === donor)?.use
  const missing = others.find(other => isAsked(other) && choiceOf(other) === undefined)
  if (missing) throw fieldProblem('addresses', `Choose the address of ${missing.name}`)
  const saved = others.filter(other => !isAsked(other) || choiceOf(other) === 'signed')
  for (const other of saved)
    await context.realmDb.transaction().execute(trx => saveAddress(trx, row, other, context))
  return others
    .filter(isAsked)
    .map(other => `Address of ${other.name}: ${saved.includes(other) ? 'as signed' : 'as on file'}.`)
}

async function saveAddress(
  trx: Kysely<DB>,
  row: ApplicationRow,
  { userId, revision, signed }: OtherAddress,
  context: OpeningContext,
): Promise<void> {
  const { db, actor, client, clock } = context
  const { address1, address2, city, state, province, postalCode, country } = signed
  await savePersonDetails(trx, {
    userId,
    details: { address1, address2, city, state, province, postalCode, country },
    fromBook: await findPartyContact(db, userId),
    editedRevision: revision,
    reason: `As signed in application ${row.reference}`,
    author: changeAuthor(context),
    reader: { actor, sponsor: client.displayName },
    client: client.name,
    at: clock.now(),
  })
}
