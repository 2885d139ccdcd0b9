import {
  type AccountRole,
  accountRoles,
  isDonorRole,
  rolesWithAccess,
} from '../../../domain/account-roles.ts'
import type { ContactSharing } from './contact-sharing.ts'

/** Roles that people give to others. Successors and beneficiaries follow from the legacy plan (§17). */
export const assignableRoles = rolesWithAccess
export type AssignableRole = (typeof assignableRoles)[number]

/** How a change takes effect: at once, or after the sponsor's staff have confirmed it. */
type ChangeRoute = 'at-once' | 'by-request'

export type ChangeSettings = {
  /** Whether the caller acts for the sponsor rather than for the fund. */
  isStaff: boolean
  relationshipChanges: ChangeRoute | 'confirm'
}

/** How a person is added or ended in this role; null: the caller may not do that (§17). */
export function routeOfRole(
  role: AccountRole,
  { isStaff, relationshipChanges }: ChangeSettings,
): ChangeRoute | null {
  switch (role) {
    case 'viewer':
      return 'at-once'
    case 'donor':
    case 'joint_donor':
    case 'primary_advisor':
      return relationshipChanges === 'at-once' ? 'at-once' : 'by-request'
    case 'banker':
    case 'service_team':
      return isStaff ? 'at-once' : null
    case 'successor':
    case 'charitable_beneficiary':
      return null
  }
}

/** How a person moves from one role to another: as strictly as the stricter of the two. */
export function routeOfRoleChange(
  from: AccountRole,
  to: AccountRole,
  settings: ChangeSettings,
): ChangeRoute | null {
  const routes = [routeOfRole(from, settings), routeOfRole(to, settings)]
  if (from === to || routes.includes(null)) return null
  return routes.includes('by-request') ? 'by-request' : 'at-once'
}

export const isAssignableRole = (role: AccountRole): role is AssignableRole =>
  assignableRoles.some(assignable => assignable === role)

/** The roles that a person in this role can change to. */
export const rolesAfter = (from: AccountRole, settings: ChangeSettings): AssignableRole[] =>
  accountRoles.filter(isAssignableRole).filter(to => routeOfRoleChange(from, to, settings) !== null)

/** What a request asks for, in the words of a list: “Add Ada Finch as Joint Donor”. The roles are names. */
export function requestSentence({
  kind,
  person,
  role,
  newRole,
}: {
  kind: 'add' | 'end' | 'change-role'
  person: string
  /** The current role; null for a person to add. */
  role: string | null
  /** The role asked for; null for a person to remove. */
  newRole: string | null
}): string {
  switch (kind) {
    case 'add':
      return `Add ${person} as ${newRole}`
    case 'end':
      return `Remove ${person} as ${role}`
    case 'change-role':
      return `Change ${person} from ${role} to ${newRole}`
  }
}

/** Why the last donor cannot go; the database enforces it. */
export const lastDonorSentence = 'An account always has a donor. Please add another donor first.'
/** Why a person cannot be invited; the database enforces it. */
export const hasRoleSentence = 'A person with this name and e-mail address already has this role.'
/** Why there cannot be a second advisor; the database enforces it. */
export const oneAdvisorSentence = 'Someone already has this role. Please remove that person from it first.'

/**
 * Whether the caller may correct the name and the contact of a person here (§17). A person with a login does it themselves, in their
 * profile, or staff who manage users do. For others with a role that people give, staff may; a donor may for the people of their own
 * accounts.
 */
export function mayEditContact(
  role: AccountRole,
  about: {
    isStaff: boolean
    /** Whether the caller holds USER_MANAGE. */
    managesUsers: boolean
    isSelf: boolean
    hasLogin: boolean
    /** Whether the person belongs to an account of which the caller is not a donor. */
    hasOtherAccounts: boolean
  },
): boolean {
  if (about.isSelf || !isAssignableRole(role)) return false
  if (about.hasLogin) return about.managesUsers
  if (about.isStaff) return true
  const isOfFund = role === 'viewer' || isDonorRole(role)
  return isOfFund && !about.hasOtherAccounts
}

/**
 * Whether a person may leave an account by themselves: interested parties always, others while they have not accepted the relationship.
 * The database keeps the last donor.
 */
export const mayLeave = (role: AccountRole, sharing: ContactSharing): boolean =>
  isAssignableRole(role) && (role === 'viewer' || sharing === 'waiting' || sharing === 'declined')
