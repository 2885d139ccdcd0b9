import { randomUUID } from 'node:crypto'
import type { Endpoint, Sent } from '../../contract/endpoint.ts'
import type { IsoDate } from '../../domain/dates.ts'
import { getAccountOverview, searchAccounts } from '../../features/accounts/accounts.contract.ts'
import { getAuditState, listAuditEvents } from '../../features/audit/audit.contract.ts'
import {
  getFundCharity,
  listCharityList,
  searchCharities,
  setCharityList,
} from '../../features/charities/charities.contract.ts'
import { getBotCheck, sendMessage, sendVisitorMessage } from '../../features/contact/contact.contract.ts'
import { getContent } from '../../features/content/content.contract.ts'
import {
  approveContent,
  compareContent,
  createContentItem,
  declineContent,
  discardContentDraft,
  getContentDesk,
  getContentItem,
  listContentItems,
  listContentVersions,
  previewContent,
  restoreContentVersion,
  saveContentDraft,
  submitContent,
  takeBackContent,
  unscheduleContent,
} from '../../features/content/editing.contract.ts'
import { describeFile, listFiles, removeFile, uploadFile } from '../../features/files/files.contract.ts'
import {
  getBalanceHistory,
  getSectionRows,
  getStatement,
} from '../../features/fund-activity/fund-activity.contract.ts'
import {
  approveGrant,
  cancelGrant,
  getGrant,
  getStaffGrant,
  listGrantQueue,
  listGrants,
  payGrant,
  recommendGrant,
  rejectGrant,
} from '../../features/grants/grants.contract.ts'
import { getHome } from '../../features/home/home.contract.ts'
import {
  askPasswordLink,
  askUserIds,
  changePassword,
  checkPasswordLink,
  setPasswordByLink,
} from '../../features/password/password.contract.ts'
import { askEmailChange, confirmEmailChange } from '../../features/profile/email.contract.ts'
import {
  addOneTimeCode,
  addPasskey,
  beginOneTimeCode,
  beginPasskey,
  forgetDevice,
  forgetDevices,
  getFactors,
  listDevices,
  makeBackupCodes,
  removeFactor,
  renamePasskey,
} from '../../features/security/factors.contract.ts'
import { endOneSession, endOtherSessions, listSessions } from '../../features/security/sessions.contract.ts'
import { offerStepUp, stepUp } from '../../features/security/step-up.contract.ts'
import { getClientContext, getVersion } from '../../features/shell/shell.contract.ts'
import {
  beginSetUp,
  endSession,
  finishSetUp,
  getSession,
  giveFactor,
  logIn,
  logInByPasskey,
  obtainToken,
  openTab,
  refreshSession,
  requestPasskey,
  ssoVerify,
  validateSsoId,
} from '../../features/sign-in/sign-in.contract.ts'
import { aQuestion, type ContentState } from '../factories/make-content.ts'
import { pngOf } from '../factories/make-file.ts'
import { recommendation } from '../factories/make-grant.ts'
import { auditedAddress, type Subject } from './fixture.ts'

/** One call of an endpoint that answers 200, with rows, when the right person makes it. */
export type Example = {
  endpoint: Endpoint
  /** What the caller needs, said again here: the walk also sees whether the endpoint asks for it. */
  needs: string
  sent(about: Subject): unknown
  /** Words that the answer to the right person contains: those of the book that was asked about. */
  tells?(about: Subject): string
  /** For endpoints that ask for no action alone: what this call answers to whoever may make it, where it is not 200. */
  answers?: number
}

/** Binds what is sent to the endpoint that it is sent to, so that an example that lacks a part does not compile. */
const example = <const E extends Endpoint>(
  endpoint: E,
  about: Omit<Example, 'endpoint' | 'sent'> & { sent: (about: Subject) => Sent<E> | Promise<Sent<E>> },
): Example => ({ endpoint, ...about })

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const fund = ({ fundId }: Subject) => ({ params: { fundId } })
const range = { from: '2026-01-01' as IsoDate, to: '2026-11-20' as IsoDate }
const name = ({ accountName }: Subject) => accountName
/** A version of an item in this state; the commands about versions send no more than which. */
const version = (state: ContentState) => async (about: Subject) => {
  const { kind, name, number } = await about.freshContent(state)
  return { params: { kind, name, number }, body: command({}) }
}
/** A link that nobody was sent. */
const noLink = 'n'.repeat(43)

/** Well formed, and signed by nobody. */
const noAnswer = {
  id: 'none',
  rawId: 'none',
  type: 'public-key' as const,
  clientExtensionResults: {},
  response: { clientDataJSON: 'none', authenticatorData: 'none', signature: 'none' },
}
const noPasskey = { ...noAnswer, response: { clientDataJSON: 'none', attestationObject: 'none' } }

/** Every endpoint has its example here; the walk names those that have none. */
export const examples: readonly Example[] = [
  example(getClientContext, { needs: 'public', sent: () => ({}) }),
  example(getVersion, { needs: 'public', sent: () => ({}) }),
  example(getContent, {
    needs: 'public',
    sent: () => ({ params: { place: 'faq' as const } }),
    tells: () => 'what-is-a-daf',
  }),
  example(logIn, {
    needs: 'public',
    sent: () => ({ body: { userId: 'nobody', password: 'of importance' } }),
    // No sign-in has been begun.
    answers: 409,
  }),
  example(giveFactor, {
    needs: 'public',
    sent: () => ({ body: { factor: { kind: 'code' as const, code: '123456' } } }),
    answers: 409,
  }),
  example(requestPasskey, {
    needs: 'public',
    sent: () => ({ body: { step: 'first' as const } }),
    answers: 409,
  }),
  example(logInByPasskey, { needs: 'public', sent: () => ({ body: { answer: noAnswer } }), answers: 409 }),
  example(beginSetUp, { needs: 'public', sent: () => ({ body: { kind: 'code' as const } }), answers: 409 }),
  example(finishSetUp, {
    needs: 'public',
    sent: () => ({ body: { kind: 'code' as const, setUpId: randomUUID(), code: '123456' } }),
    answers: 409,
  }),
  example(validateSsoId, {
    needs: 'public',
    sent: () => ({ body: { code: 'none', state: 'none', iss: 'none' } }),
    answers: 400,
  }),
  example(obtainToken, { needs: 'public', sent: () => ({}) }),
  example(openTab, { needs: 'public', sent: () => ({ body: { lastUsed: {} } }) }),
  example(ssoVerify, { needs: 'session', sent: () => ({}), tells: () => 'scope' }),
  example(getSession, { needs: 'session', sent: () => ({}), tells: () => 'actions' }),
  example(refreshSession, { needs: 'session', sent: () => ({}) }),
  example(endSession, { needs: 'session', sent: () => ({}) }),

  example(offerStepUp, { needs: 'session', sent: () => ({}) }),
  example(stepUp, {
    needs: 'session',
    sent: () => ({ body: command({ kind: 'password' as const, password: 'not theirs' }) }),
    answers: 400,
  }),
  example(listSessions, { needs: 'signed-in', sent: () => ({}) }),
  example(endOneSession, {
    needs: 'signed-in',
    sent: () => ({ params: { sessionId: randomUUID() } }),
  }),
  example(endOtherSessions, { needs: 'signed-in', sent: () => ({}) }),

  example(getFactors, { needs: 'signed-in', sent: () => ({}), tells: () => 'isRequired' }),
  example(beginPasskey, { needs: 'signed-in', sent: () => ({}) }),
  example(addPasskey, {
    needs: 'signed-in',
    sent: () => ({ body: command({ passkey: noPasskey }) }),
    answers: 400,
  }),
  example(renamePasskey, {
    needs: 'signed-in',
    sent: () => ({ params: { passkeyId: randomUUID() }, body: command({ name: 'The blue one' }) }),
    answers: 404,
  }),
  example(beginOneTimeCode, { needs: 'signed-in', sent: () => ({}), tells: () => 'otpauth' }),
  example(addOneTimeCode, {
    needs: 'signed-in',
    sent: () => ({ body: command({ setUpId: randomUUID(), code: '123456' }) }),
    answers: 400,
  }),
  example(makeBackupCodes, { needs: 'signed-in', sent: () => ({}) }),
  example(removeFactor, {
    needs: 'signed-in',
    sent: () => ({ body: command({ kind: 'passkey' as const, passkeyId: randomUUID() }) }),
    answers: 404,
  }),
  example(listDevices, { needs: 'signed-in', sent: () => ({}) }),
  example(forgetDevice, {
    needs: 'signed-in',
    sent: () => ({ params: { deviceId: randomUUID() } }),
    answers: 404,
  }),
  example(forgetDevices, { needs: 'signed-in', sent: () => ({}) }),

  example(askPasswordLink, { needs: 'public', sent: () => ({ body: { userId: `nobody-${randomUUID()}` } }) }),
  example(askUserIds, { needs: 'public', sent: () => ({ body: { email: `${randomUUID()}@npt.example` } }) }),
  example(checkPasswordLink, { needs: 'public', sent: () => ({ body: { token: noLink } }), answers: 409 }),
  example(setPasswordByLink, {
    needs: 'public',
    sent: () => ({ body: { token: noLink, password: 'seven quiet otters read' } }),
    answers: 409,
  }),
  example(changePassword, {
    needs: 'signed-in',
    sent: () => ({ body: { currentPassword: 'not theirs', newPassword: 'seven quiet otters read' } }),
    answers: 400,
  }),

  example(askEmailChange, {
    needs: 'session',
    sent: () => ({ body: { email: `${randomUUID()}@npt.example` } }),
  }),
  example(confirmEmailChange, {
    needs: 'session',
    sent: () => ({ body: { code: 'not digits' } }),
    answers: 400,
  }),

  example(getBotCheck, { needs: 'public', sent: () => ({}), tells: () => 'altcha' }),
  example(sendVisitorMessage, {
    needs: 'public',
    sent: () => ({
      body: command({
        topic: 'other' as const,
        message: 'Good morning.',
        name: 'Ada Winslow',
        phone: '',
        replyTo: `${randomUUID()}@npt.example`,
        botCheck: { service: 'turnstile' as const, token: 'of another service' },
      }),
    }),
    answers: 400,
  }),
  example(sendMessage, {
    needs: 'session',
    sent: () => ({
      body: command({
        topic: 'other' as const,
        message: 'Good morning.',
        replyTo: 'ada@npt.example',
        aboutFund: false,
      }),
    }),
    tells: () => 'number',
  }),

  example(searchAccounts, { needs: 'USER_SS_VIEW', sent: () => ({}), tells: name }),
  example(getAccountOverview, { needs: 'ACCOUNT_DETAIL_VIEW', sent: fund, tells: name }),

  example(getHome, { needs: 'ACCOUNT_DETAIL_VIEW', sent: fund, tells: about => about.charityId }),

  example(getStatement, {
    needs: 'FUND_ACTIVITY_VIEW',
    sent: about => ({ ...fund(about), query: range }),
    tells: () => '500070000',
  }),
  example(getSectionRows, {
    needs: 'FUND_ACTIVITY_VIEW',
    sent: ({ fundId }) => ({ params: { fundId, section: 11 }, query: range }),
    tells: about => about.charityId,
  }),
  example(getBalanceHistory, {
    needs: 'FUND_ENDING_BALANCE_VIEW',
    sent: about => ({ ...fund(about), query: range }),
    tells: () => '500070000',
  }),

  example(listGrants, { needs: 'GRANT_VIEW', sent: fund, tells: about => about.charityId }),
  example(getGrant, {
    needs: 'GRANT_VIEW',
    sent: async about => ({ params: { fundId: about.fundId, grantId: await about.freshGrant() } }),
    tells: name,
  }),
  example(recommendGrant, {
    needs: 'GRANT_RECOMMEND',
    sent: about => ({
      ...fund(about),
      body: command(recommendation(about.charityId, { amountMinor: 500_00n, repeatConfirmed: true })),
    }),
    tells: name,
  }),
  example(cancelGrant, {
    needs: 'GRANT_RECOMMEND',
    sent: async about => ({
      params: { fundId: about.fundId, grantId: await about.freshGrant() },
      body: command({}),
    }),
    tells: () => 'Cancelled',
  }),
  example(listGrantQueue, { needs: 'SUPER_DASHBOARD_VIEW', sent: () => ({}), tells: name }),
  example(getStaffGrant, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => ({ params: { grantId: await about.freshGrant() } }),
    tells: name,
  }),
  example(approveGrant, {
    needs: 'GRANT_APPROVE',
    sent: async about => ({
      params: { grantId: await about.freshGrant() },
      body: command({ reason: null }),
    }),
    tells: () => 'Approved',
  }),
  example(rejectGrant, {
    needs: 'GRANT_APPROVE',
    sent: async about => ({
      params: { grantId: await about.freshGrant() },
      body: command({ reason: 'Not this one' }),
    }),
    tells: () => 'Rejected',
  }),
  example(payGrant, {
    needs: 'GRANT_PAY',
    sent: async about => ({
      params: { grantId: await about.freshGrant('approved') },
      body: command({ paymentMethod: 'eft' as const, paymentReference: 'W-1' }),
    }),
    tells: () => 'Paid',
  }),

  example(listAuditEvents, {
    needs: 'AUDIT_VIEW',
    sent: () => ({ query: { address: auditedAddress } }),
    tells: name,
  }),
  example(getAuditState, { needs: 'AUDIT_VIEW', sent: () => ({}) }),

  example(getContentDesk, { needs: 'CONTENT_EDIT', sent: () => ({}), tells: () => 'minimumGrant' }),
  example(listContentItems, {
    needs: 'CONTENT_EDIT',
    sent: () => ({ query: { keywords: 'donor-advised fund?' } }),
    tells: () => 'what-is-a-daf',
  }),
  example(getContentItem, {
    needs: 'CONTENT_EDIT',
    sent: async about => {
      const { kind, name } = await about.freshContent()
      return { params: { kind, name } }
    },
    tells: () => 'May I ask something?',
  }),
  example(createContentItem, {
    needs: 'CONTENT_EDIT',
    sent: () => ({ body: command({ name: `walk-${randomUUID()}`, fields: aQuestion() }) }),
    tells: () => 'May I ask something?',
  }),
  example(saveContentDraft, {
    needs: 'CONTENT_EDIT',
    sent: async about => {
      const { kind, name, revision } = await about.freshContent()
      return { params: { kind, name }, body: command({ revision, fields: aQuestion({ answer: 'Yes.' }) }) }
    },
    tells: () => 'Yes.',
  }),
  example(discardContentDraft, {
    needs: 'CONTENT_EDIT',
    sent: async about => {
      const { kind, name, revision } = await about.freshContent()
      return { params: { kind, name }, body: command({ revision }) }
    },
  }),
  example(previewContent, {
    needs: 'CONTENT_EDIT',
    sent: () => ({ body: command({ name: 'new-one', fields: aQuestion({ answer: 'Looked at before.' }) }) }),
    tells: () => 'Looked at before.',
  }),
  example(submitContent, {
    needs: 'CONTENT_EDIT',
    sent: async about => {
      const { kind, name, revision } = await about.freshContent()
      return {
        params: { kind, name },
        body: command({ revision, change: 'text' as const, publishAt: null }),
      }
    },
    tells: () => 'May I ask something?',
  }),
  example(listContentVersions, {
    needs: 'CONTENT_EDIT',
    sent: async about => {
      const { kind, name } = await about.freshContent('published')
      return { params: { kind, name } }
    },
    tells: () => 'published',
  }),
  example(compareContent, {
    needs: 'CONTENT_EDIT',
    sent: async about => {
      const { kind, name } = await about.freshContent('published')
      return { params: { kind, name }, query: { from: '1', to: 'published' as const } }
    },
    tells: () => 'same',
  }),
  example(approveContent, {
    needs: 'CONTENT_PUBLISH',
    sent: version('awaiting'),
    tells: () => 'May I ask something?',
  }),
  example(declineContent, {
    needs: 'CONTENT_PUBLISH',
    sent: async about => {
      const { kind, name, number } = await about.freshContent('awaiting')
      return { params: { kind, name, number }, body: command({ reason: 'Too short' }) }
    },
    tells: () => 'Too short',
  }),
  example(takeBackContent, { needs: 'CONTENT_EDIT', sent: version('awaiting'), tells: () => 'draft' }),
  example(unscheduleContent, { needs: 'CONTENT_PUBLISH', sent: version('scheduled'), tells: () => 'draft' }),
  example(restoreContentVersion, {
    needs: 'CONTENT_EDIT',
    sent: async about => {
      const { kind, name, number, revision } = await about.freshContent('published')
      return { params: { kind, name, number }, body: command({ revision }) }
    },
    tells: () => 'draft',
  }),

  example(searchCharities, {
    needs: 'GRANT_VIEW',
    sent: ({ book }) => ({ query: { keywords: `walkers rest ${book}` } }),
    tells: about => about.charityId,
  }),
  example(getFundCharity, {
    needs: 'FUND_AC_DETAIL_VIEW',
    sent: ({ fundId, charityId }) => ({ params: { fundId, charityId } }),
    tells: about => about.charityId,
  }),
  example(listCharityList, { needs: 'GRANT_VIEW', sent: fund, tells: about => about.charityId }),
  example(setCharityList, {
    needs: 'CHARITY_LIST_UPDATE',
    sent: about => ({ ...fund(about), body: command({ charityId: about.charityId, inCharityList: true }) }),
    tells: about => about.charityId,
  }),

  example(listFiles, { needs: 'CONTENT_EDIT', sent: () => ({}), tells: ({ book }) => `${book}-oak.png` }),
  example(uploadFile, {
    needs: 'CONTENT_EDIT',
    sent: () => ({ query: { name: 'elm.png' }, upload: pngOf(4, 3) }),
    tells: () => 'elm.png',
  }),
  example(describeFile, {
    needs: 'CONTENT_EDIT',
    sent: async about => ({ params: { fileId: await about.freshFile() }, body: command({ alt: 'An oak' }) }),
    tells: () => 'An oak',
  }),
  example(removeFile, {
    needs: 'CONTENT_EDIT',
    sent: async about => ({ params: { fileId: await about.freshFile() } }),
  }),
]

/** For commands that must carry one; harmless elsewhere. */
export const newKey = () => randomUUID()
