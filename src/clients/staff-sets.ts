import type { RealmRole } from '../domain/realm-roles.ts'

/** Permissions that staff with one duty have together (§14). */
export type StaffSet = {
  title: string
  /** What the person does with it, as one sentence. */
  purpose: string
  role: RealmRole
  /** Permissions of the role, by name; `all`: the whole role, also what a later version adds. */
  actions: readonly string[] | 'all'
}

const readsAccounts = [
  'SUPER_DASHBOARD_VIEW',
  'USER_SS_VIEW',
  'FUND_ACTIVITY_VIEW',
  'FUND_AC_DETAIL_VIEW',
  'FUND_SUMMARY_VIEW',
  'FUND_BEGINNING_BALANCE_VIEW',
  'FUND_CONTRIBUTION_VIEW',
  'FUND_INVESTMENT_GAIN_VIEW',
  'FUND_DISTRIBUTION_VIEW',
  'FUND_FEES_VIEW',
  'FUND_OTHER_ASSETS_VIEW',
  'FUND_ENDING_BALANCE_VIEW',
  'FUND_PENDING_GRANT_VIEW',
  'ACCOUNT_DETAIL_VIEW',
  'ACCOUNT_RELATIONSHIP_VIEW',
  'ACCOUNT_DPA_VIEW',
  'RESOURCES_VIEW',
  'GRANT_VIEW',
  'DOCUMENT_VIEW',
]

/**
 * The named sets. Their lines follow the separation of duties: who approves a grant does not pay it, who enters bank details does not
 * confirm them, and who manages users does neither.
 */
export const staffSets: Readonly<Record<string, StaffSet>> = {
  'grants-reviewer': {
    title: 'Grants reviewer',
    purpose: 'Reviews and approves grants, and looks after the profiles of charities.',
    role: 'super_user',
    actions: [...readsAccounts, 'GRANT_APPROVE', 'CHARITY_EDIT'],
  },
  payments: {
    title: 'Payments',
    purpose: 'Pays approved grants, and records what the bank answers.',
    role: 'super_user',
    actions: [...readsAccounts, 'GRANT_PAY', 'BANK_DETAILS_EDIT'],
  },
  'account-services': {
    title: 'Account services',
    purpose: 'Opens accounts, and looks after their people, plans{,} and documents.',
    role: 'super_user',
    actions: [
      ...readsAccounts,
      'ACCOUNT_UPDATE_VIEW',
      'ACCOUNT_DETAILS_UPDATE',
      'ACCOUNT_SUCCESSOR_VIEW',
      'ACCOUNT_LEGACY_PLAN_VIEW',
      'ACCOUNT_LEGACY_PLAN_UPDATE',
      'ACCOUNT_RELATIONSHIP_UPDATE',
      'ACCOUNT_ALL_IP_VIEW',
      'ACCOUNT_DPA_UPDATE',
      'ACCOUNT_DPA_PSID_VIEW',
      'ACCOUNT_CREATE_VIEW',
      'ACCOUNT_CREATE',
      'APPLICATION_REVIEW',
      'DOCUMENT_MANAGE',
      'CONTRIBUTION_ANNOUNCE',
    ],
  },
  compliance: {
    title: 'Compliance',
    purpose:
      'Confirms changes of people and bank details, screens for sanctions, changes settings{,} and reads the audit log.',
    role: 'super_user',
    actions: [
      ...readsAccounts,
      'ACCOUNT_UPDATE_VIEW',
      'ACCOUNT_SUCCESSOR_VIEW',
      'ACCOUNT_LEGACY_PLAN_VIEW',
      'ACCOUNT_ALL_IP_VIEW',
      'RELATIONSHIP_CONFIRM',
      'ACCOUNT_STATUS_SET',
      'ESTATE_MANAGE',
      'BANK_DETAILS_CONFIRM',
      'SANCTIONS_SCREEN',
      'SANCTIONS_DECIDE',
      'SETTINGS_MANAGE',
      'AUDIT_VIEW',
    ],
  },
  finance: {
    title: 'Finance',
    purpose:
      'Posts contributions, corrections{,} and fees, closes periods, changes settings{,} and exports reports.',
    role: 'super_user',
    actions: [
      ...readsAccounts,
      'POSTING_CREATE',
      'POSTING_REVERSE',
      'PERIOD_CLOSE',
      'IMPORT_RUN',
      'SETTINGS_MANAGE',
      'REPORT_EXPORT',
    ],
  },
  content: {
    title: 'Content',
    purpose: 'Writes the texts of the portal, and publishes what somebody else wrote.',
    role: 'content_editor',
    actions: ['CONTENT_EDIT', 'CONTENT_PUBLISH'],
  },
  support: {
    title: 'Support',
    purpose: 'Answers questions, and sends messages again.',
    role: 'super_user',
    actions: [...readsAccounts, 'MESSAGE_ANSWER', 'MAIL_RESEND'],
  },
  'read-only': {
    title: 'Read only',
    purpose: 'Sees everything and changes nothing.',
    role: 'auditor',
    actions: 'all',
  },
  'user-management': {
    title: 'User management',
    purpose: 'Gives rights and ends them, and reads the audit log.',
    role: 'super_user',
    actions: ['SUPER_DASHBOARD_VIEW', 'USER_MANAGE', 'AUDIT_VIEW'],
  },
  everything: {
    title: 'Everything',
    purpose: 'Every permission of the staff, also those of later versions.',
    role: 'super_user',
    actions: 'all',
  },
}
