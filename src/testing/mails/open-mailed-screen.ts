import { getAccountOverview } from '../../contract/account-overview.contract.ts'
import { getClientContext } from '../../contract/client-context.contract.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { type ScreenPath, screenPathOf } from '../../contract/screens.ts'
import { getSession, type SessionFacts } from '../../contract/session.contract.ts'
import { listOwnRelationships } from '../../features/account-details/own-relationships.contract.ts'
import { getApplication } from '../../features/account-opening/account-opening.contract.ts'
import { getApplicationReview } from '../../features/account-opening/review.contract.ts'
import { openSigningLink } from '../../features/account-opening/signing-link.contract.ts'
import { listBookChecks } from '../../features/audit/checks/book-checks.contract.ts'
import { listCharityList } from '../../features/charity-list/charity-list.contract.ts'
import { listVettings } from '../../features/charity-vetting/vettings.contract.ts'
import { listContributions } from '../../features/contributions/contributions.contract.ts'
import { listFundContributions } from '../../features/contributions/fund/fund-contributions.contract.ts'
import { listPendingDocuments } from '../../features/contributions/pending-documents.contract.ts'
import { listDocuments } from '../../features/documents/documents.contract.ts'
import { openSuccessorLink } from '../../features/estate-cases/successor-share.contract.ts'
import { getStatement } from '../../features/fund-activity/fund-activity.contract.ts'
import { listGiving } from '../../features/grants/giving/giving.contract.ts'
import { getGrant } from '../../features/grants/grants.contract.ts'
import { getSchedule } from '../../features/grants/schedules/schedules.contract.ts'
import { checkPasswordLink } from '../../features/identity/passwords/password.contract.ts'
import { getMonthClose } from '../../features/month-end/close/month-close.contract.ts'
import { getProfile } from '../../features/people/profile/profile.contract.ts'
import { listEndings } from '../../features/settings/endings.contract.ts'
import { getEnvelope } from '../../features/signing/signing.contract.ts'
import { getUser, listUsers } from '../../features/users/users.contract.ts'
import { type CallAs, originOf, type TestApp } from '../app.ts'

type Opened = { status: number; reply: unknown }
type Place = {
  fundId: number
  /** The variable parts of the address, its search parameters, and the token after its #. */
  at: Record<string, string>
  about: CallAs
}

/** What each screen to which a mail leads reads first. A screen without a row fails the test of the mails. */
const reads: Partial<Record<ScreenPath, (portal: TestApp, place: Place) => Promise<Opened>>> = {
  '/': (portal, { about }) => portal.call(getSession, {}, about),
  '/account': (portal, { fundId, about }) => portal.call(getAccountOverview, { params: { fundId } }, about),
  '/account-documents': (portal, { fundId, about }) =>
    portal.call(listDocuments, { params: { fundId }, query: {} }, about),
  '/charity-list': (portal, { fundId, about }) =>
    portal.call(listCharityList, { params: { fundId }, query: {} }, about),
  '/contributions': (portal, { fundId, about }) =>
    portal.call(listFundContributions, { params: { fundId }, query: {} }, about),
  '/fund-activity': (portal, { fundId, about }) =>
    portal.call(
      getStatement,
      { params: { fundId }, query: { from: '2026-01-01' as never, to: '2026-03-31' as never } },
      about,
    ),
  '/grants': (portal, { fundId, about }) => portal.call(listGiving, { params: { fundId }, query: {} }, about),
  '/grants/$grantId': (portal, { fundId, at, about }) =>
    portal.call(getGrant, { params: { fundId, grantId: at.grantId ?? '' } }, about),
  '/grants/schedules/$scheduleId': (portal, { fundId, at, about }) =>
    portal.call(getSchedule, { params: { fundId, scheduleId: at.scheduleId ?? '' } }, about),
  '/my-profile': (portal, { about }) => portal.call(getProfile, {}, about),
  '/my-profile/accounts': (portal, { about }) => portal.call(listOwnRelationships, {}, about),
  '/new-account-opening/$step': (portal, { at, about }) =>
    portal.call(getApplication, { params: { applicationId: at.application ?? '' } }, about),
  '/new-account-opening/confirm': (portal, { at, about }) =>
    portal.call(openSigningLink, { body: { token: at.token ?? '' } }, about),
  '/password-setup': (portal, { at, about }) =>
    portal.call(checkPasswordLink, { body: { token: at.token ?? '' } }, about),
  '/sign-pending-document': (portal, { fundId, about }) =>
    portal.call(listPendingDocuments, { params: { fundId }, query: {} }, about),
  '/sign/$envelopeId': (portal, { at, about }) =>
    portal.call(getEnvelope, { params: { envelopeId: at.envelopeId ?? '' } }, about),
  '/successor': (portal, { at, about }) =>
    portal.call(openSuccessorLink, { body: { token: at.token ?? '' } }, about),
  '/super-user-dashboard/applications/$applicationId': (portal, { at, about }) =>
    portal.call(getApplicationReview, { params: { applicationId: at.applicationId ?? '' } }, about),
  '/super-user-dashboard/close': (portal, { about }) => portal.call(getMonthClose, {}, about),
  '/super-user-dashboard/audit': (portal, { about }) => portal.call(listBookChecks, {}, about),
  '/super-user-dashboard/charities': (portal, { about }) => portal.call(listVettings, { query: {} }, about),
  '/super-user-dashboard/contributions': (portal, { about }) =>
    portal.call(listContributions, { query: {} }, about),
  '/super-user-dashboard/settings': (portal, { about }) => portal.call(listEndings, {}, about),
  '/super-user-dashboard/users': (portal, { about }) => portal.call(listUsers, { query: {} }, about),
  '/super-user-dashboard/users/$personId': (portal, { at, about }) =>
    portal.call(getUser, { params: { personId: at.personId ?? '' } }, about),
}

export type OpenedScreen = {
  screen: ScreenPath
  /** Of the account that becomes the current one; 0: the current account stays. */
  fundId: number
  currency: string | null
  /** Null for a visitor. */
  facts: SessionFacts | null
  clientSettings: Reply<typeof getClientContext>['clientSettings']
  reply: unknown
}

/** The address in a mail, without the full stop of its sentence; null: there is none. */
export const addressIn = (client: string, body: string): string | null => {
  const found = body.match(new RegExp(`${originOf(client)}\\S*`))
  return found ? found[0].replace(/[.,]$/, '') : null
}

/**
 * Opens the address of a mail as the browser of its reader does: at the account that the address names, if it names one, with the call
 * that the screen makes first. Throws unless that succeeds.
 */
export async function openMailedScreen(
  portal: TestApp,
  { address, client, as }: { address: string; client: string; as: CallAs['as'] },
): Promise<OpenedScreen> {
  const who: CallAs = { client, ...(as ? { as } : {}) }
  const { clientSettings } = (await portal.call(getClientContext, {}, who)).reply
  const mailed = new URL(address)
  const outer = screenPathOf(mailed.pathname, clientSettings)
  const isInAccount = outer === '/accounts/$fundId'
  const url = isInAccount ? new URL(mailed.searchParams.get('screen') ?? '', mailed.origin) : mailed
  const fundId = isInAccount ? Number(mailed.pathname.split('/')[2]) : 0
  const currency = mailed.searchParams.get('currency')
  const about = { ...who, fundId, ...(currency === null ? {} : { headers: { 'x-currency': currency } }) }
  if (isInAccount) expectOpen(address, await portal.call(getAccountOverview, { params: { fundId } }, about))

  const screen = screenPathOf(url.pathname, clientSettings)
  const read = screen === null ? undefined : reads[screen]
  if (screen === null || read === undefined) throw new Error(`${address} leads to no screen of the table`)
  const facts = as ? (await portal.call(getSession, {}, about)).reply : null
  const at = {
    ...partsOf(screen, url.pathname),
    ...Object.fromEntries(url.searchParams),
    token: url.hash.slice(1),
  }
  const opened = await read(portal, { fundId, at, about })
  expectOpen(address, opened)
  return { screen, fundId, currency, facts, clientSettings, reply: opened.reply }
}

function expectOpen(address: string, { status }: { status: number }): void {
  if (status !== 200) throw new Error(`${address} is answered with ${status}`)
}

function partsOf(screen: ScreenPath, path: string): Record<string, string> {
  const values = path.split('/')
  return Object.fromEntries(
    screen
      .split('/')
      .flatMap((part, index) => (part.startsWith('$') ? [[part.slice(1), values[index] ?? '']] : [])),
  )
}
