import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { type Individual, nameFields } from '../../../contract/individual.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { mayChange, nameOf, sideOf } from '../../../server/auth/actor.ts'
import { changeAuthor, recordChange } from '../../../server/changes/record-change.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { requireMailTo } from '../../../server/mail/mail-limit.ts'
import { writePersonMail } from '../../../server/mail/person-mail.ts'
import { lockAccountRow } from '../../accounts/server/account-row.queries.ts'
import { documentReader, mayRead } from '../../documents/server/document-reader.ts'
import { findDocument } from '../../documents/server/documents.queries.ts'
import { findLogin, findPartyContact } from '../../people/profile/server/profile.queries.ts'
import { savePersonDetails } from '../../people/profile/server/save-person-details.ts'
import { loadPerson } from '../../people/profile/server/show-profile.ts'
import { maskedEmail, seesContact } from '../domain/contact-sharing.ts'
import type {
  Advisor,
  getPrimaryAdvisor,
  setAdvisorMayGrant,
  updatePrimaryAdvisor,
} from '../primary-advisor.contract.ts'
import { mailAdvisorGranting } from './mail-advisor-granting.ts'
import { type AdvisorRow, findAdvisor, storeAdvisorMayGrant } from './primary-advisor.queries.ts'

type Context = ContextOf<typeof getPrimaryAdvisor>

/** The primary advisor of the account, if it has one. */
export async function showPrimaryAdvisor(
  _input: unknown,
  context: Context,
): Promise<Reply<typeof getPrimaryAdvisor>> {
  const row = await findAdvisor(context.db, context.account.accountId)
  if (!row) throw new Problem('not-found')
  return {
    id: row.account_id,
    advisor: await toAdvisor(row, context),
    advisorMayGrant: row.advisor_may_grant,
    accountRevision: row.revision,
  }
}

async function toAdvisor(row: AdvisorRow, context: Context): Promise<Advisor | null> {
  const { party_id: partyId, user_id: userId, name } = row
  if (partyId === null || name === null) return null
  const { db, realmDb, client, actor } = context
  const login = userId === null ? undefined : await findLogin(realmDb, userId)
  if (userId === null || !login) return withoutLogin(row, { rowIndex: partyId, name })
  if (!seesAdvisor(row, context))
    return masked(row, { rowIndex: row.relationship_id ?? '', name, email: login.email })
  const seesIds = actor.actions.has('ACCOUNT_DPA_PSID_VIEW')
  const { revision, legacyId2, ...details } = await loadPerson(
    { db, realmDb, phoneCountry: client.defaultPhoneCountry },
    userId,
  )
  const mayEdit = mayEditAdvisor(row, context)
  return {
    rowIndex: partyId,
    accounts: row.accounts,
    isSelf: userId === actor.userId,
    hasLogin: true,
    isShared: true,
    name: `${details.firstName} ${details.lastName}`,
    // Only people who can edit the year of birth may see it.
    details: mayEdit ? details : { ...details, yearOfBirth: '' },
    email: login.email,
    ssoId: seesIds ? login.ssoId : null,
    legacyId2: seesIds ? legacyId2 : null,
    mayEdit,
    mayEditIds: mayEdit && actor.actions.has('ACCOUNT_DPA_PSID_UPDATE'),
    revision,
  }
}

type Named = { rowIndex: string; name: string }
const readOnly = {
  isSelf: false,
  ssoId: null,
  legacyId2: null,
  mayEdit: false,
  mayEditIds: false,
  revision: 0,
}

const withoutLogin = (row: AdvisorRow, { rowIndex, name }: Named): Advisor => ({
  ...readOnly,
  rowIndex,
  accounts: row.accounts,
  hasLogin: false,
  isShared: true,
  name,
  details: { firstName: row.first_name ?? '', lastName: row.last_name ?? name, ...addressOf(row) },
  email: row.party_email,
})

/** An advisor who does not share their contact with this account, nor for how many others they work. The party's id tells its age. */
function masked(row: AdvisorRow, { rowIndex, name, email }: Named & { email: string }): Advisor {
  const firstName = row.entered_first_name ?? row.first_name ?? ''
  const lastName = row.entered_last_name ?? row.last_name ?? name
  return {
    ...readOnly,
    rowIndex,
    accounts: 1,
    hasLogin: true,
    isShared: false,
    name: row.listed_name ?? name,
    details: { firstName, lastName },
    email: maskedEmail(row.entered_email ?? email),
  }
}

const seesAdvisor = (
  { user_id: userId, contact_sharing: sharing }: AdvisorRow,
  { actor }: Context,
): boolean => sharing !== null && seesContact({ userId, sharing, hasEnded: false }, actor)

const addressOf = ({ address }: AdvisorRow): Record<string, string> => {
  const [address1, address2, city, state, postalCode, country] = (address ?? []).map(line => line ?? '')
  return Object.fromEntries(
    Object.entries({ address1, address2, city, state, postalCode, country }).map(([field, line]) => [
      field,
      line ?? '',
    ]),
  )
}

/**
 * Where the client manages people's details, advisors do not change their own here either (§15). Nobody changes what the advisor does
 * not share.
 */
const mayEditAdvisor = (row: AdvisorRow, context: Context): boolean =>
  context.actor.actions.has('ACCOUNT_DPA_UPDATE') &&
  context.account.writeAccess &&
  seesAdvisor(row, context) &&
  (context.client.profileUpdates || row.user_id !== context.actor.userId)

/**
 * Changes the advisor's contact in the realm, and tells the advisor. Only the advisor changes their name: others have it from them.
 * Throws `conflict` with the other edit if someone else saved one of the fields in the meantime, and `access-denied` for an advisor
 * without a login, whose details the sponsor keeps, and to others who send another name.
 */
export async function saveAdvisor(
  { body }: HandlerInput<typeof updatePrimaryAdvisor>,
  context: ContextOf<typeof updatePrimaryAdvisor>,
): Promise<Reply<typeof updatePrimaryAdvisor>> {
  const { db, realmDb, account, actor, client, clock, today, identity, request } = context
  const row = await findAdvisor(db, account.accountId)
  const { details, ids } = individualOf(body.db, row)
  const userId = row?.user_id ?? null
  if (!row || userId === null || !mayEditAdvisor(row, context)) throw new Problem('access-denied')
  if (!mayChange(row, actor)) throw new Problem('access-denied')
  if (ids !== undefined && !actor.actions.has('ACCOUNT_DPA_PSID_UPDATE')) throw new Problem('access-denied')
  const fromBook = await findPartyContact(db, userId)
  const at = clock.now()
  await realmDb.transaction().execute(async trx => {
    const login = await findLogin(trx, userId)
    if (!login) throw new Problem('access-denied')
    const isSelf = userId === actor.userId
    if (!isSelf)
      await requireMailTo(trx, identity.secret, {
        sender: { userId: actor.userId },
        ...{ to: login.email, day: today },
      })
    const { person, isChanged } = await savePersonDetails(trx, {
      userId,
      details: { ...(isSelf ? details : contactOf(details)), ...ids },
      fromBook,
      editedRevision: body.data.attributes.revision,
      reason: null,
      author: changeAuthor(context),
      reader: { actor, sponsor: client.displayName },
      client: client.name,
      at,
    })
    // An editor who saw a former name sends it; then the advisor's own stays.
    const isCurrent = body.data.attributes.revision === person.revision - (isChanged ? 1 : 0)
    if (!isSelf && isCurrent && nameFields.some(field => details[field] !== person[field]))
      throw new Problem('access-denied', { detail: ownNameSentence(client.locale) })
    if (!isChanged) return
    await writePersonMail(trx, identity.secret, {
      client,
      kind: 'advisor-updated',
      cause: `advisor-updated:${request.id}`,
      to: login.email,
      letter: {
        subject: 'Your contact information was updated',
        name: `${person.firstName} ${person.lastName}`,
        blocks: [
          userId === actor.userId
            ? `You updated your contact information as primary ${localEnglish('adviser', client.locale)} of ${account.accountName}.`
            : `${sideOf(actor) === 'fund' ? nameOf(actor) : 'Our staff'} updated your contact information as primary ${localEnglish('adviser', client.locale)} of ${account.accountName}.`,
        ],
      },
    })
  })
  return await showPrimaryAdvisor(undefined, context)
}

const contactOf = (details: Individual): Partial<Individual> =>
  Object.fromEntries(
    Object.entries(details).filter(([field]) => !(nameFields as readonly string[]).includes(field)),
  )

const ownNameSentence = (locale: string): string =>
  `Only the primary ${localEnglish('adviser', locale)} can change their name.`

/** The command names one account and one individual (§7), which must be those of the address. */
function individualOf(
  { account, individual }: HandlerInput<typeof updatePrimaryAdvisor>['body']['db'],
  row: AdvisorRow | undefined,
): { details: Individual; ids: { legacyId2: string } | undefined } {
  const [[accountId, named] = [], ...otherAccounts] = Object.entries(account)
  const [[rowIndex, sent] = [], ...otherPeople] = Object.entries(individual)
  const isOne = otherAccounts.length === 0 && otherPeople.length === 0
  if (!isOne || !row || !named || !sent) throw new Problem('account-mismatch')
  if (accountId !== row.account_id || rowIndex !== row.party_id) throw new Problem('account-mismatch')
  if (named.relationships.primaryAdvisor.data.id !== rowIndex) throw new Problem('account-mismatch')
  return { details: sent.attributes, ids: sent.ids }
}

/** @throws Problem validation unless it is an agreement among the account's documents that the caller may read. */
async function requireAgreement(
  agreementId: string | null,
  { db, account, actor }: ContextOf<typeof setAdvisorMayGrant>,
): Promise<{ agreement: string; agreementId: string }> {
  const document = agreementId === null ? undefined : await findDocument(db, account.accountId, agreementId)
  if (document?.type !== 'agreement' || !mayRead(documentReader(actor), document))
    throw fieldProblem('agreementId', 'Choose the agency agreement among the documents')
  return { agreement: document.name, agreementId: document.document_id }
}

/**
 * Sets whether the advisor may recommend grants, with a record; donors and the advisor are told. Throws `validation` for staff who
 * name no agreement, and `conflict` for an account without an advisor. Setting it twice is recorded once.
 */
export async function allowAdvisorGrants(
  { body }: HandlerInput<typeof setAdvisorMayGrant>,
  context: ContextOf<typeof setAdvisorMayGrant>,
): Promise<Reply<typeof setAdvisorMayGrant>> {
  const { db, account, actor, client, clock } = context
  const { advisorMayGrant, agreementId } = body.data.attributes
  const isDonor = actor.accountRoles.includes('donor')
  const agreement = advisorMayGrant && !isDonor ? await requireAgreement(agreementId, context) : null
  await db.transaction().execute(async trx => {
    await lockAccountRow(trx, account.accountId)
    const row = await findAdvisor(trx, account.accountId)
    if (!row) throw new Problem('not-found')
    if (!mayChange(row, actor)) throw new Problem('access-denied')
    if (advisorMayGrant && row.party_id === null)
      throw new Problem('conflict', {
        detail: `This account has no primary ${localEnglish('adviser', client.locale)}.`,
      })
    if (row.advisor_may_grant === advisorMayGrant) return
    const revision = row.revision + 1
    await storeAdvisorMayGrant(trx, account.accountId, { advisorMayGrant, revision })
    await recordChange(trx, {
      subject: 'account',
      subjectId: account.accountId,
      accountId: account.accountId,
      kind: 'advisor-granting-set',
      revision,
      before: { advisorMayGrant: String(row.advisor_may_grant) },
      after: { advisorMayGrant: String(advisorMayGrant), ...agreement },
      author: changeAuthor(context),
      at: clock.now(),
    })
    await addJob(trx, mailAdvisorGranting, {
      client: client.name,
      accountId: account.accountId,
      revision,
      advisorMayGrant,
    })
  })
  return await showPrimaryAdvisor(undefined, context)
}
