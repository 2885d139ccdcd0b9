import { randomUUID } from 'node:crypto'
import type { Sent } from '../contract/endpoint.ts'
import { isoDate } from '../domain/dates.ts'
import {
  completeHoldingTask,
  listHoldings,
  type ReceivedLine,
  receiveAssets,
  releaseHolding,
  reverseDisposal,
  sellHolding,
  valueHolding,
} from '../features/contributions/securities/holdings.contract.ts'
import { makeExpectedContribution } from './factories/make-contribution-document.ts'
import type { MadeFund, Person } from './factories/make-fund.ts'
import type { PostingWorld } from './posting-world.ts'
import { postingDay } from './receipt-calls.ts'

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })

/** The line of `makeExpectedContribution`. */
const asset = { description: 'Heron plc', quantity: '120.5', identifier: null, source: 'The exchange' }

/** That line at 98.12 to 101.37: $12,019.27. */
export const listedLine: ReceivedLine = {
  ...asset,
  property: 'listed',
  valuation: { basis: 'traded', prices: { high: '101.37', low: '98.12' } },
}
export const listedValueMinor = 12_019_27n

export const appraisedLine = (
  valueMinor: bigint,
  property: 'private-shares' | 'property' = 'property',
): ReceivedLine => ({
  ...asset,
  property,
  valuation: { basis: 'appraised', date: isoDate('2026-01-02'), valueMinor },
})

type Received = Sent<typeof receiveAssets>['body']['data']['attributes']
type Sold = Sent<typeof sellHolding>['body']['data']['attributes']
type About = { as?: Person; of?: MadeFund; idempotencyKey?: string }

/** What staff do about assets other than money. */
export const assetCalls = (world: Pick<PostingWorld, 'portal' | 'fund' | 'staff' | 'clock'>) => {
  const about = ({ as = world.staff, of = world.fund, idempotencyKey = randomUUID() }: About) => ({
    as: as.session,
    fundId: of.fundId,
    client: of.book,
    idempotencyKey,
  })
  const paramsOf = (holdingId: string, { of = world.fund }: About) => ({ fundId: of.fundId, holdingId })
  const expectAssets = async (of = world.fund) =>
    (await makeExpectedContribution(world.portal, of, { kind: 'securities', at: world.clock.now() }))
      .contributionId
  const receive = async (
    attributes: Partial<Received> = {},
    who: About & { contributionId?: string } = {},
  ) => {
    const contributionId = who.contributionId ?? (await expectAssets(who.of))
    const answer = await world.portal.call(
      receiveAssets,
      {
        params: { fundId: (who.of ?? world.fund).fundId, contributionId },
        body: command({
          ...{ lines: [listedLine], giftDate: postingDay, effectiveDate: postingDay, method: 'dtc' as const },
          ...attributes,
        }),
      },
      about(who),
    )
    return { contributionId, answer }
  }
  const holdings = async (
    show: 'held' | 'tasks' | 'all' = 'all',
    { of = world.fund, as = world.staff }: About = {},
  ) =>
    (
      await world.portal.call(
        listHoldings,
        { query: { first: 500, show } },
        { as: as.session, client: of.book },
      )
    ).reply.data.filter(({ fundId }) => fundId === of.fundId)
  const sell = (holdingId: string, attributes: Partial<Sold> = {}, who: About = {}) =>
    world.portal.call(
      sellHolding,
      {
        params: paramsOf(holdingId, who),
        body: command({
          ...{ units: '120.5', proceedsMinor: 12_500_00n, costMinor: 9_95n, soldOn: postingDay },
          ...{ effectiveDate: postingDay, ...attributes },
        }),
      },
      about(who),
    )
  const release = (holdingId: string, units: string, who: About = {}) =>
    world.portal.call(
      releaseHolding,
      { params: paramsOf(holdingId, who), body: command({ units, reason: 'No longer restricted' }) },
      about(who),
    )
  const reverse = (holdingId: string, disposalId: string, who: About = {}) =>
    world.portal.call(
      reverseDisposal,
      { params: { ...paramsOf(holdingId, who), disposalId }, body: command({ reason: 'Wrong fund' }) },
      about(who),
    )
  const value = (holdingId: string, valuedOn = postingDay, who: About = {}) =>
    world.portal.call(
      valueHolding,
      {
        params: paramsOf(holdingId, who),
        body: command({ valuedOn, valueMinor: 15_000_00n, source: 'Elm Valuers' }),
      },
      about(who),
    )
  const complete = (holdingId: string, taskId: string, who: About = {}) =>
    world.portal.call(
      completeHoldingTask,
      {
        params: { ...paramsOf(holdingId, who), taskId },
        body: command({ doneOn: postingDay, note: 'Filed with the tax papers' }),
      },
      about(who),
    )
  /** What an account can grant, and its excluded assets. */
  const balance = async (accountId = world.fund.accountId) => {
    const { rows } = await world.portal.database.admin.query(
      'select spendable_minor, excluded_minor from account_balance where account_id = $1',
      [accountId],
    )
    return { spendable: BigInt(rows[0].spendable_minor), excluded: BigInt(rows[0].excluded_minor) }
  }
  return { balance, expectAssets, receive, holdings, sell, release, reverse, value, complete }
}
