import { randomUUID } from 'node:crypto'
import type { Sent } from '../../contract/endpoint.ts'
import { recommendGrant } from '../../features/grants/grants.contract.ts'
import { approveGrant } from '../../features/grants/review/staff-commands.contract.ts'
import type { Answer, TestApp, TestSession } from '../app.ts'
import { payeeSeen } from '../grants/payee-seen.ts'
import { makeCharity, registerOf } from './make-charity.ts'
import type { MadeFund, Person } from './make-fund.ts'

type Attributes = Sent<typeof recommendGrant>['body']['data']['attributes']

/** A valid recommendation: 250 in the book's currency, where it is needed most. */
export const recommendation = (charityId: string, about: Partial<Attributes> = {}): Attributes => ({
  charityId,
  amountMinor: 250_00n,
  purposeCode: 'where_needed',
  purposeText: null,
  benefitAnswer: null,
  namingCode: 'fund_only',
  certified: true,
  repeatConfirmed: false,
  ...about,
})

/** Recommends a grant over HTTP, as the fund's donor by default. */
export function recommend(
  portal: TestApp,
  fund: MadeFund,
  attributes: Attributes,
  about: { as?: TestSession; key?: string } = {},
): Promise<Answer<typeof recommendGrant>> {
  return portal.call(
    recommendGrant,
    { params: { fundId: fund.fundId }, body: { data: { type: 'command', attributes } } },
    { as: about.as ?? fund.donor.session, idempotencyKey: about.key ?? randomUUID() },
  )
}

/** A grant of the fund, recommended by its donor, by default to a new charity. With `approvedBy` it is approved too. */
export async function makeGrant(
  portal: TestApp,
  fund: MadeFund,
  about: Partial<Attributes> & { approvedBy?: Person } = {},
): Promise<string> {
  const { approvedBy, ...attributes } = about
  const charityId =
    about.charityId ?? (await makeCharity(portal.databases, { register: registerOf(fund.book) })).charityId
  const { reply } = await recommend(portal, fund, recommendation(charityId, attributes))
  if (approvedBy)
    await portal.call(
      approveGrant,
      {
        params: { grantId: reply.grantId },
        body: {
          data: {
            type: 'command',
            attributes: {
              reason: 'Checked',
              message: null,
              controlsSupported: false,
              payeeSeen: await payeeSeen(portal, reply.grantId),
            },
          },
        },
      },
      { as: approvedBy.session },
    )
  return reply.grantId
}
