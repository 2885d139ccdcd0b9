import { randomUUID } from 'node:crypto'
import type { Sent } from '../../contract/endpoint.ts'
import { approveGrant, recommendGrant } from '../../features/grants/grants.contract.ts'
import type { Answer, TestApp, TestSession } from '../app.ts'
import { makeCharity, registerOf } from './make-charity.ts'
import type { MadeFund, Person } from './make-fund.ts'

type Attributes = Sent<typeof recommendGrant>['body']['data']['attributes']

/** A recommendation that nothing speaks against: 250 dollars, where it is needed most. */
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

/** Recommends as the fund's donor unless the test says who else, over HTTP. */
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

/** A grant of the fund, recommended by its donor to a charity of its own; with `approvedBy` it waits to be paid. */
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
        body: { data: { type: 'command', attributes: { reason: 'Looked at', message: null } } },
      },
      { as: approvedBy.session },
    )
  return reply.grantId
}
