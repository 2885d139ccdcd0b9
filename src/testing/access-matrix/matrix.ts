/**
 * The permissions of each role (§14), written a second time on purpose: the access-matrix test compares the program's own
 * table with this one, so neither may be derived from the other.
 */
const columns = [
  'donor',
  'joint_donor',
  'viewer',
  'primary_advisor',
  'banker',
  'service_team',
  'super_user',
] as const

const table = `
  USER_SS_VIEW                | x x x x x x x
  FUND_ACTIVITY_VIEW          | x x x x x x x
  FUND_AC_DETAIL_VIEW         | x x x x x x x
  FUND_SUMMARY_VIEW           | x x x x x x x
  FUND_BEGINNING_BALANCE_VIEW | x x x x x x x
  FUND_CONTRIBUTION_VIEW      | x x x x x x x
  FUND_INVESTMENT_GAIN_VIEW   | x x x x x x x
  FUND_DISTRIBUTION_VIEW      | x x x x x x x
  FUND_FEES_VIEW              | x x x x x x x
  FUND_OTHER_ASSETS_VIEW      | x x x x x x x
  FUND_ENDING_BALANCE_VIEW    | x x x x x x x
  FUND_PENDING_GRANT_VIEW     | x x x x x x x
  ACCOUNT_DETAIL_VIEW         | x x x x x x x
  RESOURCES_VIEW              | x x x x x x x
  ACCOUNT_UPDATE_VIEW         | x x - - - x x
  ACCOUNT_DETAILS_UPDATE      | x x - - - x x
  ACCOUNT_SUCCESSOR_VIEW      | x x - x - x x
  ACCOUNT_LEGACY_PLAN_VIEW    | x x - x - x x
  ACCOUNT_LEGACY_PLAN_UPDATE  | x - - - - x x
  ACCOUNT_RELATIONSHIP_VIEW   | x x - x x x x
  ACCOUNT_RELATIONSHIP_UPDATE | x - - - - x x
  ACCOUNT_ALL_IP_VIEW         | - - - - - x x
  ACCOUNT_DPA_VIEW            | x x - x x x x
  ACCOUNT_DPA_UPDATE          | - - - x - x x
  ACCOUNT_DPA_PSID_VIEW       | - - - x x x x
  ACCOUNT_DPA_PSID_UPDATE     | - - - - - - x
  ADVISOR_GRANTING_SET        | x - - - - - x
  ACCOUNT_CREATE_VIEW         | x - - x x x x
  ACCOUNT_CREATE              | x - - x x x x
  GRANT_VIEW                  | x x x x x x x
  GRANT_RECOMMEND             | x x - - - x x
  CHARITY_LIST_UPDATE         | x x - - - x x
  CHARITY_PROPOSE             | x x - - - x x
  TRANSFER_REQUEST            | x - - - - - x
  CONTRIBUTION_ANNOUNCE       | x x - x - x x
  DOCUMENT_VIEW               | x x x x x x x
  DOCUMENT_SIGN               | x x - - - - -
  DOCUMENT_MANAGE             | - - - - - x x
  DOCUMENT_COUNTERSIGN        | - - - - - - x
  ADVISOR_DASHBOARD_VIEW      | - - - x x x x
  HOUSEHOLD_EDIT              | - - - x x x x
  SUPER_DASHBOARD_VIEW        | - - - - - - x
  GRANT_APPROVE               | - - - - - - x
  GRANT_PAY                   | - - - - - - x
  APPLICATION_REVIEW          | - - - - - - x
  CHARITY_EDIT                | - - - - - - x
  BANK_DETAILS_EDIT           | - - - - - - x
  BANK_DETAILS_CONFIRM        | - - - - - - x
  SANCTIONS_SCREEN            | - - - - - - x
  SANCTIONS_DECIDE            | - - - - - - x
  USER_MANAGE                 | - - - - - - x
  ACT_ON_BEHALF               | - - - - - - x
  POSTING_CREATE              | - - - - - - x
  POSTING_REVERSE             | - - - - - - x
  PERIOD_CLOSE                | - - - - - - x
  MESSAGE_ANSWER              | - - - - - - x
  MAIL_RESEND                 | - - - - - - x
  IMPORT_RUN                  | - - - - - - x
  AUDIT_VIEW                  | - - - - - - x
  REPORT_EXPORT               | - - - - - - x
  API_MANAGE                  | - - - - - - x
  SETTINGS_MANAGE             | - - - - - - x
  ACCOUNT_STATUS_SET          | - - - - - - x
  RELATIONSHIP_CONFIRM        | - - - - - - x
  ESTATE_MANAGE               | - - - - - - x
`

/** 'every view, no command': what an auditor lacks, although each of these is a super user's. ACCOUNT_CREATE_VIEW opens a command's form. */
const commands = new Set(
  [
    'ACCOUNT_DETAILS_UPDATE ACCOUNT_LEGACY_PLAN_UPDATE ACCOUNT_RELATIONSHIP_UPDATE ACCOUNT_DPA_UPDATE',
    'ACCOUNT_CREATE_VIEW ACCOUNT_CREATE ACCOUNT_DPA_PSID_UPDATE ADVISOR_GRANTING_SET GRANT_RECOMMEND CHARITY_LIST_UPDATE CHARITY_PROPOSE TRANSFER_REQUEST GRANT_APPROVE GRANT_PAY APPLICATION_REVIEW',
    'CHARITY_EDIT BANK_DETAILS_EDIT BANK_DETAILS_CONFIRM SANCTIONS_DECIDE CONTRIBUTION_ANNOUNCE REPORT_EXPORT API_MANAGE SETTINGS_MANAGE USER_MANAGE ACT_ON_BEHALF POSTING_CREATE POSTING_REVERSE PERIOD_CLOSE MESSAGE_ANSWER MAIL_RESEND IMPORT_RUN',
    'HOUSEHOLD_EDIT ACCOUNT_STATUS_SET RELATIONSHIP_CONFIRM ESTATE_MANAGE DOCUMENT_MANAGE DOCUMENT_COUNTERSIGN',
  ]
    .join(' ')
    .split(' '),
)

/** The access-matrix test calls every endpoint as each of these. */
export const personas = [...columns, 'auditor', 'content_editor', 'signed-out'] as const
export type Persona = (typeof personas)[number]

const content = ['CONTENT_EDIT', 'CONTENT_PUBLISH']

const lines = table
  .trim()
  .split('\n')
  .map(line => {
    const [action = '', cells = ''] = line.split('|').map(part => part.trim())
    return { action, cells: cells.split(' ') }
  })

/** The actions of each persona (§14). */
export const actionsOf: Record<Persona, ReadonlySet<string>> = {
  ...(Object.fromEntries(
    columns.map((role, index) => [
      role,
      new Set(lines.filter(({ cells }) => cells[index] === 'x').map(({ action }) => action)),
    ]),
  ) as Record<(typeof columns)[number], Set<string>>),
  auditor: new Set(
    lines
      .filter(({ action, cells }) => cells[6] === 'x' && !commands.has(action))
      .map(({ action }) => action),
  ),
  content_editor: new Set(content),
  'signed-out': new Set(),
}
// A super user has cms_access too, because they are the second person where publishing needs dual control.
actionsOf.super_user = new Set([...actionsOf.super_user, ...content])

/** Whether a persona holds what a call needs, or one of several permissions of which one is enough. */
export const holds = (persona: Persona, needs: string | readonly string[]): boolean =>
  [needs].flat().some(each => actionsOf[persona].has(each))

/** Personas outside the staff. No answer to them may contain internal notes. */
export const isNotStaff = (persona: Persona) =>
  persona !== 'super_user' && persona !== 'auditor' && persona !== 'content_editor'

/** Personas who may see the fund account at all. */
export const seesAccount = (persona: Persona) => persona !== 'content_editor' && persona !== 'signed-out'
