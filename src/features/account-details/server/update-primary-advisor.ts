import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { type Individual, nameFields } from '../../../contract/individual.ts'
import { Problem } from '../../../contract/problems.ts'
import { screenAddress } from '../../../contract/screen-address.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { mayChange, nameOf, sideOf } from '../../../server/auth/actor.ts'
import { changeAuthor } from '../../../server/changes/record-change.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { callUs } from '../../../server/mail/letter.ts'
import { requireMailTo } from '../../../server/mail/mail-limit.ts'
import { writePersonMail } from '../../../server/mail/person-mail.ts'
import { findLogin, findPartyContact } from '../../people/profile/server/profile.queries.ts'
import { savePersonDetails } from '../../people/profile/server/save-person-details.ts'
import type * as contract from '../primary-advisor.contract.ts'
import { getPrimaryAdvisor } from './get-primary-advisor.ts'
import { type AdvisorRow, findAdvisor } from './primary-advisor.queries.ts'
import { mayEditAdvisor } from './primary-advisor.ts'

/**
 * Changes the advisor's contact in the realm, and tells the advisor. Only the advisor changes their name: others have it from them.
 * Throws `conflict` with the other edit if someone else saved one of the fields in the meantime, and `access-denied` for an advisor
 * without a login, whose details the sponsor keeps, and to others who send another name.
 */
export async function updatePrimaryAdvisor(
  { body }: HandlerInput<typeof contract.updatePrimaryAdvisor>,
  context: ContextOf<typeof contract.updatePrimaryAdvisor>,
): Promise<Reply<typeof contract.updatePrimaryAdvisor>> {
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
        sender: { kind: 'person', userId: actor.userId },
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
          { address: `${context.origin}${screenAddress('/my-profile')}`, purpose: 'to see it' },
        ],
        ifUnexpected: `If you don’t recognize this change, please ${callUs(client)}.`,
      },
    })
  })
  return await getPrimaryAdvisor(undefined, context)
}

const contactOf = (details: Individual): Partial<Individual> =>
  Object.fromEntries(Object.entries(details).filter(([field]) => !nameFields.some(name => name === field)))

const ownNameSentence = (locale: string): string =>
  `Only the primary ${localEnglish('adviser', locale)} can change their name.`

/** The command names one account and one individual (§7), which must be those of the address. */
function individualOf(
  { account, individual }: HandlerInput<typeof contract.updatePrimaryAdvisor>['body']['db'],
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
