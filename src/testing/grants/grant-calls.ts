import { getAccountOverview } from '../../contract/account-overview.contract.ts'
import type { HandlerInput } from '../../contract/endpoint.ts'
import { dateOf } from '../../domain/dates.ts'
import { cancelGrant, getGrant } from '../../features/grants/grants.contract.ts'
import {
  approveGrant,
  rejectGrant,
  type returnGrant,
} from '../../features/grants/review/staff-commands.contract.ts'
import type { TestApp, TestSession } from '../app.ts'
import type { MadeFund } from '../factories/make-fund.ts'
import { payeeSeen } from './payee-seen.ts'

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })

/** The requests of grant tests. Without a session, the fund's donor makes them. */
export function grantCalls(portal: TestApp) {
  return {
    approve: async (
      grantId: string,
      as: TestSession,
      reason: string | null = null,
      controlsSupported: boolean | null = null,
      seen?: string | null,
    ) => {
      const digest = seen === undefined ? await payeeSeen(portal, grantId) : seen
      const attributes = { reason, message: null, controlsSupported, payeeSeen: digest }
      return await portal.call(approveGrant, { params: { grantId }, body: command(attributes) }, { as })
    },
    reject: (grantId: string, as: TestSession, message: string | null, reason: string | null = null) =>
      portal.call(rejectGrant, { params: { grantId }, body: command({ reason, message }) }, { as }),
    cancel: (grantId: string, of: MadeFund, as: TestSession = of.donor.session) =>
      portal.call(cancelGrant, { params: { fundId: of.fundId, grantId }, body: command({}) }, { as }),
    read: async (grantId: string, of: MadeFund) =>
      (await portal.call(getGrant, { params: { fundId: of.fundId, grantId } }, { as: of.donor.session }))
        .reply,
    balances: async (of: MadeFund) => {
      const { endingMinor, pendingMinor, availableMinor } = (
        await portal.call(getAccountOverview, { params: { fundId: of.fundId } }, { as: of.donor.session })
      ).reply
      return { endingMinor, pendingMinor, availableMinor }
    },
  }
}

type ReturnAbout = Partial<ReturnAttributes> & Pick<ReturnAttributes, 'returnedMinor'>
type ReturnAttributes = HandlerInput<typeof returnGrant>['body']['data']['attributes']

/** What staff enter about money that came back today; by default all of it. */
export const returnOf = (portal: TestApp, about: ReturnAbout): ReturnAttributes => ({
  reason: null,
  message: 'A part came back',
  remainingMinor: about.returnedMinor,
  bankReference: 'SVCR-1',
  returnedOn: dateOf(portal.clock.now(), 'America/New_York'),
  isAnother: false,
  ...about,
})
