import type { AccountRole } from '../../../domain/account-roles.ts'
import { localEnglish } from '../../../domain/local-english.ts'

/** The roles by the names that people read (§17). */
const roleNames: Readonly<Record<AccountRole, string>> = {
  donor: 'Donor',
  joint_donor: 'Joint Donor',
  viewer: 'Interested Party',
  primary_advisor: 'Primary Advisor',
  banker: 'Banker/Analyst',
  service_team: 'Service Team',
  successor: 'Successor',
  charitable_beneficiary: 'Charitable Beneficiary',
}

export const roleName = (role: AccountRole, locale: string): string => localEnglish(roleNames[role], locale)

const noAccess = 'No online access'

const accessOf: Readonly<Record<AccountRole, string>> = {
  donor: 'Full access',
  joint_donor: 'Full access, no changes to the legacy plan',
  viewer: 'View only',
  primary_advisor: 'View',
  banker: 'View only',
  service_team: 'Service',
  successor: noAccess,
  charitable_beneficiary: noAccess,
}

/** What a person may do online in this role (§14). */
export function accessDescription(
  role: AccountRole,
  { hasLogin, advisorMayGrant }: { hasLogin: boolean; advisorMayGrant: boolean },
): string {
  if (!hasLogin) return noAccess
  return role === 'primary_advisor' && advisorMayGrant ? 'View and recommend grants' : accessOf[role]
}

const inSentence: Readonly<Record<AccountRole, string>> = {
  donor: 'a donor',
  joint_donor: 'a joint donor',
  viewer: 'an interested party',
  primary_advisor: 'the primary advisor',
  banker: 'a banker or analyst',
  service_team: 'a member of the service team',
  successor: 'a successor',
  charitable_beneficiary: 'a charitable beneficiary',
}

/** The role inside a sentence: “an interested party”. */
export const roleInSentence = (role: AccountRole, locale: string): string =>
  localEnglish(inSentence[role], locale)
