import type { Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { findLogin } from '../../people/profile/server/profile.queries.ts'
import { loadPerson } from '../../people/profile/server/show-profile.ts'
import { maskedEmail } from '../domain/contact-sharing.ts'
import type * as contract from '../primary-advisor.contract.ts'
import type { Advisor } from '../primary-advisor.contract.ts'
import type { AdvisorRow } from './primary-advisor.queries.ts'
import { findAdvisor } from './primary-advisor.queries.ts'
import { type Context, mayEditAdvisor, seesAdvisor } from './primary-advisor.ts'

const readOnly = {
  isSelf: false,
  ssoId: null,
  legacyId2: null,
  mayEdit: false,
  mayEditIds: false,
  revision: 0,
}

type Named = { rowIndex: string; name: string }

const addressOf = ({ address }: AdvisorRow): Record<string, string> => {
  const [address1, address2, city, state, postalCode, country] = (address ?? []).map(line => line ?? '')
  return Object.fromEntries(
    Object.entries({ address1, address2, city, state, postalCode, country }).map(([field, line]) => [
      field,
      line ?? '',
    ]),
  )
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

/** The primary advisor of the account, if it has one. */
export async function getPrimaryAdvisor(
  _input: unknown,
  context: Context,
): Promise<Reply<typeof contract.getPrimaryAdvisor>> {
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
