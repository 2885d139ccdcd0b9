import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { Individual } from '../../../contract/individual.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { mayChange, nameOf, sideOf } from '../../../server/auth/actor.ts'
import { changeAuthor, recordChange } from '../../../server/changes/record-change.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { writePersonMail } from '../../../server/mail/person-mail.ts'
import { documentReader, mayRead } from '../../documents/server/document-reader.ts'
import { findDocument } from '../../documents/server/documents.queries.ts'
import { findLogin, findPartyContact } from '../../identity/server/profile/profile.queries.ts'
import { savePersonDetails } from '../../identity/server/profile/save-person-details.ts'
import { loadPerson } from '../../identity/server/profile/show-profile.ts'
import type {
  Advisor,
  getPrimaryAdvisor,
  setAdvisorMayGrant,
  updatePrimaryAdvisor,
} from '../primary-advisor.contract.ts'
import { lockAccountRow } from './account-row.queries.ts'
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
  const seesIds = actor.actions.has('ACCOUNT_DPA_PSID_VIEW')
  const common = { rowIndex: partyId, accounts: row.accounts, isSelf: userId === actor.userId }
  const login = userId === null ? undefined : await findLogin(realmDb, userId)
  if (userId === null || !login)
    return {
      ...common,
      name,
      details: { firstName: row.first_name ?? '', lastName: row.last_name ?? name, ...addressOf(row) },
      email: row.party_email,
      ssoId: null,
      legacyId2: null,
      mayEdit: false,
      mayEditIds: false,
      revision: 0,
    }
  const { revision, legacyId2, ...details } = await loadPerson(
    { db, realmDb, phoneCountry: client.defaultPhoneCountry },
    userId,
  )
  const mayEdit = mayEditAdvisor(userId, context)
  return {
    ...common,
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

const addressOf = ({ address }: AdvisorRow): Record<string, string> => {
  const [address1, address2, city, state, postalCode, country] = (address ?? []).map(line => line ?? '')
  return Object.fromEntries(
    Object.entries({ address1, address2, city, state, postalCode, country }).map(([field, line]) => [
      field,
      line ?? '',
    ]),
  )
}

/** Where the client manages people's details, advisors do not change their own here either (§15). */
const mayEditAdvisor = (userId: string, { actor, account, client }: Context): boolean =>
  actor.actions.has('ACCOUNT_DPA_UPDATE') &&
  account.writeAccess &&
  (client.profileUpdates || userId !== actor.userId)

/**
 * Changes the advisor's name and contact in the realm, and tells the advisor. Throws `conflict` with the other edit if someone else
 * saved one of the fields in the meantime, and `access-denied` for an advisor without a login, whose details the sponsor keeps.
 */
export async function saveAdvisor(
  { body }: HandlerInput<typeof updatePrimaryAdvisor>,
  context: ContextOf<typeof updatePrimaryAdvisor>,
): Promise<Reply<typeof updatePrimaryAdvisor>> {
  const { db, realmDb, account, actor, client, clock, identity, request } = context
  const row = await findAdvisor(db, account.accountId)
  const { details, ids } = individualOf(body.db, row)
  const userId = row?.user_id ?? null
  if (!row || userId === null || !mayEditAdvisor(userId, context)) throw new Problem('access-denied')
  if (!mayChange(row, actor)) throw new Problem('access-denied')
  if (ids !== undefined && !actor.actions.has('ACCOUNT_DPA_PSID_UPDATE')) throw new Problem('access-denied')
  const fromBook = await findPartyContact(db, userId)
  const at = clock.now()
  await realmDb.transaction().execute(async trx => {
    const login = await findLogin(trx, userId)
    if (!login) throw new Problem('access-denied')
    const { isChanged } = await savePersonDetails(trx, {
      userId,
      details: { ...details, ...ids },
      fromBook,
      editedRevision: body.data.attributes.revision,
      author: changeAuthor(context),
      reader: { actor, sponsor: client.displayName },
      client: client.name,
      at,
    })
    if (!isChanged) return
    await writePersonMail(trx, identity.secret, {
      client,
      kind: 'advisor-updated',
      cause: `advisor-updated:${request.id}`,
      to: login.email,
      letter: {
        subject: 'Your contact information was updated',
        name: `${details.firstName} ${details.lastName}`,
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
