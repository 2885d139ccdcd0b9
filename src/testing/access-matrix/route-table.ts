import { actionsOf, type Persona } from './matrix.ts'

/**
 * The routes of §2.1, written a second time on purpose: the test of the screens compares the program's own table with this
 * one, so neither may be derived from the other. `{…}` varies. The last column is the rule of §14 for routes that §2.1 marks
 * "-".
 */
const specified = `
  /                             | Home                                 | -              | -                        | anyone
  /403                          | Permission Denied                    | -              | -                        | anyone
  /fund-activity                | Fund Activity                        | api_access     | FUND_ACTIVITY_VIEW       |
  /grant-activity/{id}          | Grant Charity Activity               | api_access     | FUND_AC_DETAIL_VIEW      |
  /account                      | Account Details                      | api_access     | ACCOUNT_DETAIL_VIEW      |
  /update-account               | Update Account: Account Name         | api_access     | ACCOUNT_UPDATE_VIEW      |
  /update-account/primary-advisor | Update Account: Primary Advisor    | api_access     | ACCOUNT_DPA_VIEW         |
  /update-account/legacy-plan   | Update Account: Legacy Plan          | api_access     | ACCOUNT_LEGACY_PLAN_VIEW |
  /sign-pending-document        | Pending Documents                    | api_access     | -                        |
  /password-setup               | Reset or Create Password             | no api_access  | -                        |
  /forgot-user                  | Forgot User ID                       | no api_access  | -                        |
  /year-end-deadlines           | Giving Season                        | no guard       | -                        | anyone
  /sso                          | Logging in...                        | -              | -                        | always
  /resources                    | Forms/Resources                      | -              | RESOURCES_VIEW           | by setting
  /new-account-opening          | Open a New Account                   | -              | ACCOUNT_CREATE_VIEW      |
  /content                      | Content editors                      | cms_access     | -                        |
  /contact                      | Contact                              | -              | -                        | anyone
  /my-profile                   | Profile                              | -              | -                        | signed in
  /my-profile/password          | Update Password                      | -              | -                        | signed in
  /faq                          | Frequently Asked Questions           | -              | -                        | anyone
  /givingpoint                  | Giving guide                         | -              | -                        | anyone
  /recommend-a-grant            | Recommend a grant                    | -              | GRANT_VIEW               |
  /financial-advisor-dashboard  | Advisor dashboard                    | -              | ADVISOR_DASHBOARD_VIEW   |
  /super-user-dashboard         | Super user dashboard                 | -              | SUPER_DASHBOARD_VIEW     |
  /account-documents            | Account Documents                    | -              | ACCOUNT_DETAIL_VIEW      |
`

/** Addresses that §2.1 does not name: parts of a screen, or of the login workflow. */
const own = `
  /sign-in                      | Log In                               | -              | -                        | always
  /grants                       | Grants                               | -              | GRANT_VIEW               |
  /grants/schedules             | Schedules                            | -              | GRANT_VIEW               |
  /grants/schedules/{id}        | Schedule                             | -              | GRANT_VIEW               |
  /grants/baskets/{id}          | Basket                               | -              | GRANT_RECOMMEND          |
  /grants/upload                | Upload Grants                        | -              | GRANT_RECOMMEND          |
  /charity-list                 | Charity List                         | -              | GRANT_VIEW               |
  /charity-list/propose         | Suggest a Charity                    | -              | CHARITY_PROPOSE          |
  /contributions                | Contributions                        | -              | FUND_CONTRIBUTION_VIEW   |
  /contributions/contribute     | Contribute                           | -              | CONTRIBUTION_ANNOUNCE    |
  /grants/{id}                  | Grant                                | -              | GRANT_VIEW               |
  /sign/{id}                    | Sign Document                        | -              | -                        | signed in
  /relationships/{id}           | Relationship                         | api_access     | ACCOUNT_RELATIONSHIP_VIEW |
  /super-user-dashboard/grants | Super User Dashboard                  | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/grants/{id} | Review Grant                     | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/all-grants | Grants                            | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/charities | Charities                          | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/charities/{id} | Charity Profile               | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/settings | Settings                            | -              | SETTINGS_MANAGE or AUDIT_VIEW |
  /super-user-dashboard/payments | Payments                            | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/bank | Bank                                    | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/bank/{account}/{month} | Bank Account            | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/close | Month End                              | -              | PERIOD_CLOSE or AUDIT_VIEW |
  /super-user-dashboard/year-end | Year End                            | -              | REPORT_EXPORT or AUDIT_VIEW |
  /super-user-dashboard/payments/{id} | Payment Run                    | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/postings | Postings                            | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/postings/entries | Entries                     | -              | POSTING_CREATE or POSTING_REVERSE or AUDIT_VIEW |
  /super-user-dashboard/postings/entries/{id} | Entry                  | -              | POSTING_CREATE or POSTING_REVERSE or AUDIT_VIEW |
  /super-user-dashboard/postings/fees | Fees                           | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/postings/{id} | Batch                          | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/screening | Screening                          | -              | SANCTIONS_SCREEN         |
  /super-user-dashboard/screening/{id} | Finding                       | -              | SANCTIONS_SCREEN         |
  /super-user-dashboard/register-changes | Register Changes            | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/register-changes/{id} | Register Change        | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/cases | Cases                                  | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/cases/{id} | Case                              | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/inactive-funds | Inactive Funds                | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/inactive-funds/{id} | Inactive Fund            | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/requests | Requests                            | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/messages | Sent E-mail                         | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/contributions | Contributions                      | -              | DOCUMENT_MANAGE or AUDIT_VIEW |
  /super-user-dashboard/excluded-assets | Excluded Assets                    | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/staff-documents | Staff Documents              | -              | SUPER_DASHBOARD_VIEW     |
  /super-user-dashboard/applications | Applications                    | -              | APPLICATION_REVIEW or AUDIT_VIEW |
  /super-user-dashboard/applications/{id} | Review Application         | -              | APPLICATION_REVIEW or AUDIT_VIEW |
  /super-user-dashboard/users | Users                                  | -              | USER_MANAGE or AUDIT_VIEW |
  /super-user-dashboard/users/sets | Named Sets                         | -              | USER_MANAGE or AUDIT_VIEW |
  /super-user-dashboard/users/{id} | User                              | -              | USER_MANAGE or AUDIT_VIEW |
  /accounts/{id}                | Open Account                         | -              | -                        | signed in
  /new-account-opening/confirm  | Sign an Application                  | -              | -                        | anyone
  /successor                    | Your Share                           | -              | -                        | anyone
  /new-account-opening/{id}     | Open a New Account                   | -              | -                        | signed in
  /financial-advisor-dashboard/report | Activity Report                | -              | ADVISOR_DASHBOARD_VIEW   |
  /super-user-dashboard/audit   | Audit Log                            | -              | AUDIT_VIEW               |
  /terms                        | Terms and Privacy                    | -              | -                        | anyone
  /content/new                  | New item                             | cms_access     | -                        |
  /content/files                | Pictures and documents               | cms_access     | -                        |
  /content/{id}/{id}            | Edit an item                          | cms_access     | -                        |
  /content/{id}/{id}/versions   | Versions                             | cms_access     | -                        |
  /my-profile/notices           | Notices                              | -              | -                        | signed in
  /my-profile/security          | Security                             | -              | -                        | signed in
  /my-profile/accounts          | Who Sees Your Details                | -              | -                        | signed in
  /my-profile/email             | Change E-mail                        | -              | -                        | change of e-mail
`

export type SpecifiedRoute = { path: string; title: string; scope: string; action: string; rule: string }

const rowsOf = (table: string): SpecifiedRoute[] =>
  table
    .trim()
    .split('\n')
    .map(line => {
      const [path = '', title = '', scope = '', action = '', rule = ''] = line
        .split('|')
        .map(part => part.trim())
      return { path, title, scope, action, rule }
    })

export const specifiedRoutes: readonly SpecifiedRoute[] = rowsOf(specified)
export const ownRoutes: readonly SpecifiedRoute[] = rowsOf(own)

/** The ten people of the seed data by their role, and three more with another kind of session. */
export const visitors = {
  donor: 'donor',
  joint: 'joint_donor',
  viewer: 'viewer',
  advisor: 'primary_advisor',
  banker: 'banker',
  service: 'service_team',
  super: 'super_user',
  super2: 'super_user',
  auditor: 'auditor',
  editor: 'content_editor',
  forced: 'donor',
  withdrawn: 'donor',
  'signed-out': 'signed-out',
} as const satisfies Record<string, Persona>
export type Visitor = keyof typeof visitors

export type Settings = {
  resourcesFor: 'everyone' | 'signed-in' | 'permission'
  opening: 'form' | 'pdf'
  givingGuide: 'page' | 'link'
}

/** The expected result (§2.1, §4, §6, §14, §15): the screen opens, or the person is redirected. */
export function expectedAt(
  { path, scope, action, rule }: SpecifiedRoute,
  visitor: Visitor,
  settings: Settings,
): 'open' | 'denied' | 'sign-in' | 'change-email' | 'elsewhere' {
  const isSignedOut = visitor === 'signed-out'
  const opens = (): boolean => {
    const role = visitors[visitor]
    const isEditor = role === 'content_editor'
    const isSuper = role === 'super_user'
    if (scope === 'api_access' && isEditor) return false
    if (scope === 'cms_access' && !isEditor && !isSuper) return false
    if (rule === 'by setting' && settings.resourcesFor !== 'permission') return true
    return action === '-' || action.split(' or ').some(each => actionsOf[role].has(each))
  }
  const openOrRedirect = () => {
    if (path === '/new-account-opening' && settings.opening === 'pdf') return 'elsewhere'
    if (path === '/givingpoint' && settings.givingGuide === 'link') return 'elsewhere'
    return 'open'
  }
  if (rule === 'always') return 'open'
  // Only logout and the change of e-mail are allowed (§4).
  if (visitor === 'forced') return rule === 'change of e-mail' ? 'open' : 'change-email'
  if (rule === 'anyone' || (rule === 'by setting' && settings.resourcesFor === 'everyone'))
    return openOrRedirect()
  if (scope === 'no api_access') return isSignedOut || visitor === 'editor' ? 'open' : 'denied'
  if (isSignedOut) return 'sign-in'
  if (rule === 'change of e-mail') return 'open'
  if (visitor === 'withdrawn') return 'denied'
  return opens() ? openOrRedirect() : 'denied'
}
