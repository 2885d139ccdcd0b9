import type { IsoDate } from '../../domain/dates.ts'
import { minorPerUnit } from '../../domain/money.ts'
import type { Recommendation } from '../../features/grants/server/recommend-grant.ts'
import type { GrantTransition } from '../../features/grants/server/transition-rule.ts'
import {
  contributionPostings,
  excludedReleasePostings,
  feePostings,
  marketPostings,
  otherPostings,
  transferPostings,
} from '../../features/ledger/domain/postings.ts'
import type { Entry } from '../../features/ledger/server/post-entry.ts'
import type { GrantStep } from '../grants/grant-paths.ts'
import type { DemoUser } from '../people/demo-users.ts'
import type { Household } from './fund-plan.ts'
import { type GrantIdea, inOrder, type Occasion, type What } from './occasions.ts'
import { partOf, roundedDown } from './round-amounts.ts'

/** What is to be done with the domain's functions, in this order; `grant` numbers the grants of a household. */
export type Deed =
  | { deed: 'post'; on: IsoDate; by: 'service' | null; entry: Pick<Entry, 'kind' | 'postings' | 'comment'> }
  | {
      deed: 'recommend'
      on: IsoDate
      by: DemoUser
      grant: number
      accountId: string
      asked: Pick<
        Recommendation,
        'charityId' | 'amountMinor' | 'purposeCode' | 'purposeText' | 'benefitAnswer' | 'namingCode'
      >
    }
  | {
      deed: 'move'
      on: IsoDate
      by: DemoUser
      grant: number
      move: Pick<GrantTransition, 'transition' | 'message' | 'payment' | 'returnedMinor'>
    }

type Holding = { accountId: string; spendableMinor: bigint; excludedMinor: bigint; pendingMinor: bigint }
type Granted = { idea: GrantIdea; amountMinor: bigint }
type Life = { holdings: Holding[]; deeds: Deed[]; grants: Granted[]; ahead: Occasion[]; minimumMinor: bigint }

const administrativeFeeBps = 15
const investmentFeeBps = 24
/** Above this part of what is available, a grant is one that closes the fund. */
const mostGrantedBps = 9_000
/** A small fund grants the client's minimum as long as that is no more than this part of what it has. */
const mostOfSmallFundBps = 1_200

/**
 * Lives through a household's occasions day by day and decides each amount from what is there on that day, so that nothing is
 * granted that is not available. Draws nothing: the same occasions have the same outcome.
 */
export function replayFund(
  household: Household,
  occasions: readonly Occasion[],
  { minimumMinor, today }: { minimumMinor: bigint; today: IsoDate },
): { deeds: Deed[]; holdings: readonly Holding[] } {
  const holdings = household.map(({ accountId }) => ({
    accountId,
    spendableMinor: 0n,
    excludedMinor: 0n,
    pendingMinor: 0n,
  }))
  const life: Life = { holdings, deeds: [], grants: [], ahead: [], minimumMinor }
  // Newest first, so that the next one is at the end, where it is taken and where steps of grants are put in.
  life.ahead = occasions.filter(({ on }) => on <= today).toSorted((one, other) => inOrder(other, one))
  for (let next = life.ahead.pop(); next !== undefined; next = life.ahead.pop()) happen(life, next)
  return { deeds: life.deeds, holdings }
}

type Moment = { on: IsoDate; fund: number; holding: Holding }
type Handler<W extends What['what']> = (life: Life, now: Moment, what: Extract<What, { what: W }>) => void

function happen(life: Life, occasion: Occasion): void {
  const { on, fund } = occasion
  const holding = life.holdings[fund]
  if (holding === undefined) throw new Error(`the household has no fund ${fund}`)
  // The table gives each kind of occasion the handler of that kind, which the compiler cannot follow through a union.
  const handler = handlers[occasion.what] as (life: Life, now: Moment, what: What) => void
  handler(life, { on, fund, holding }, occasion)
}

const handlers: { [W in What['what']]: Handler<W> } = {
  contribution: (life, { on, holding }, { kind, amountMinor, comment }) => {
    const into = kind === 'contribution_illiquid' ? 'excluded' : 'spendable'
    holding[`${into}Minor`] += amountMinor
    post(life, on, 'service', kind, contributionPostings(holding.accountId, amountMinor, into), comment)
  },
  revaluation: (life, { on, holding }, { bps, comment }) => {
    const changeMinor = partOf(holding.excludedMinor, bps)
    if (changeMinor === 0n) return
    holding.excludedMinor += changeMinor
    const postings = marketPostings(holding.accountId, changeMinor, 'excluded')
    post(life, on, 'service', changeMinor > 0n ? 'gain' : 'loss', postings, comment)
  },
  release: (life, { on, holding }, { shareBps, comment }) => {
    const amountMinor = roundedDown(partOf(holding.excludedMinor, shareBps))
    if (amountMinor === 0n) return
    holding.excludedMinor -= amountMinor
    holding.spendableMinor += amountMinor
    post(life, on, 'service', 'release', excludedReleasePostings(holding.accountId, amountMinor), comment)
  },
  other: (life, { on, holding }, { signedMinor, comment }) =>
    otherActivity(life, on, holding, signedMinor, comment),
  closing: (life, { on, holding }, { comment }) =>
    otherActivity(life, on, holding, -holding.spendableMinor, comment),
  month: monthPasses,
  transfer: (life, { on, holding }, { to, shareBps }) => {
    const taker = life.holdings[to]
    const amountMinor = roundedDown(partOf(holding.spendableMinor, shareBps))
    if (taker === undefined || amountMinor <= 0n) return
    holding.spendableMinor -= amountMinor
    taker.spendableMinor += amountMinor
    post(life, on, 'service', 'transfer', transferPostings(holding.accountId, taker.accountId, amountMinor))
  },
  grant: (life, now, { idea }) => recommend(life, now, idea),
  'grant-step': (life, now, { grant, step }) => takeStep(life, now, grant, step),
}

function post(
  life: Life,
  on: IsoDate,
  by: 'service' | null,
  kind: Entry['kind'],
  postings: Entry['postings'],
  comment?: string,
): void {
  life.deeds.push({
    deed: 'post',
    on,
    by,
    entry: { kind, postings, ...(comment !== undefined && { comment }) },
  })
}

function otherActivity(
  life: Life,
  on: IsoDate,
  holding: Holding,
  signedMinor: bigint,
  comment: string,
): void {
  if (signedMinor === 0n || holding.spendableMinor + signedMinor < 0n) return
  holding.spendableMinor += signedMinor
  post(life, on, 'service', 'other', otherPostings(holding.accountId, signedMinor), comment)
}

/** The market moves what may be spent; at the end of a quarter there is income, and fees are taken; the fee of the pools once a year. */
function monthPasses(
  life: Life,
  { on, holding }: Moment,
  { returnBps, incomeBps, fees }: Extract<What, { what: 'month' }>,
): void {
  const { accountId, spendableMinor: investedMinor } = holding
  const change = (kind: Entry['kind'], signedMinor: bigint) => {
    if (signedMinor === 0n || holding.spendableMinor + signedMinor < 0n) return
    holding.spendableMinor += signedMinor
    const fee = kind === 'administrative_fee' || kind === 'investment_fee'
    post(
      life,
      on,
      null,
      kind,
      fee ? feePostings(accountId, -signedMinor) : marketPostings(accountId, signedMinor),
    )
  }
  change(returnBps < 0 ? 'loss' : 'gain', partOf(investedMinor, returnBps))
  if (incomeBps !== null) change('income', partOf(investedMinor, incomeBps))
  if (!fees) return
  change('administrative_fee', -partOf(investedMinor, administrativeFeeBps))
  if (on.slice(5, 7) === '12') change('investment_fee', -partOf(investedMinor, investmentFeeBps))
}

function recommend(life: Life, { on, fund, holding }: Moment, idea: GrantIdea): void {
  const amountMinor = amountOf(life, holding, idea)
  if (amountMinor === null) return
  holding.spendableMinor -= amountMinor
  holding.pendingMinor += amountMinor
  const grant = life.grants.push({ idea, amountMinor }) - 1
  const { charity, purposeCode, purposeText, namingCode, by } = idea
  const asked = {
    charityId: charity.charityId,
    amountMinor,
    purposeCode,
    purposeText,
    benefitAnswer: null,
    namingCode,
  }
  life.deeds.push({ deed: 'recommend', on, by, grant, accountId: holding.accountId, asked })
  for (const step of idea.steps) lookForward(life, { on: step.on, fund, what: 'grant-step', grant, step })
}

/** In whole units, not under the client's minimum; null where the fund cannot afford that. */
function amountOf(life: Life, holding: Holding, { amount }: GrantIdea): bigint | null {
  if ('minor' in amount) return amount.minor <= holding.spendableMinor ? amount.minor : null
  const closing = amount.shareBps > mostGrantedBps
  const share = partOf(holding.spendableMinor, amount.shareBps)
  const wantedMinor = closing ? share - (share % minorPerUnit) : roundedDown(share)
  if (closing || wantedMinor >= life.minimumMinor)
    return wantedMinor >= life.minimumMinor ? wantedMinor : null
  return life.minimumMinor <= partOf(holding.spendableMinor, mostOfSmallFundBps) ? life.minimumMinor : null
}

/** Behind what is on the same day already, as far as that comes before it. */
function lookForward(life: Life, occasion: Occasion): void {
  let at = life.ahead.length
  while (at > 0 && inOrder(life.ahead[at - 1] as Occasion, occasion) <= 0) at--
  life.ahead.splice(at, 0, occasion)
}

function takeStep(life: Life, { on, holding }: Moment, grant: number, step: GrantStep): void {
  const { idea, amountMinor } = life.grants[grant] as Granted
  const by = step.by === 'recommender' ? idea.by : step.by
  const move: Extract<Deed, { deed: 'move' }>['move'] = { transition: step.transition, message: step.message }
  switch (step.transition) {
    case 'pay':
      holding.pendingMinor -= amountMinor
      move.payment = paymentOf(idea, on, grant)
      break
    case 'cancel':
    case 'reject':
    case 'void':
      holding.pendingMinor -= amountMinor
      holding.spendableMinor += amountMinor
      break
    case 'return': {
      const share = partOf(amountMinor, step.returnedBps)
      move.returnedMinor = share - (share % minorPerUnit)
      holding.spendableMinor += move.returnedMinor
      break
    }
  }
  life.deeds.push({ deed: 'move', on, by, grant, move })
}

/** References as a bank's list of payments and a cheque book have them. */
function paymentOf(
  { charity }: GrantIdea,
  on: IsoDate,
  grant: number,
): NonNullable<GrantTransition['payment']> {
  const number = String(grant + 1).padStart(3, '0')
  if (charity.paysByEft) return { method: 'eft', reference: `EFT-${on.replaceAll('-', '')}-${number}` }
  return { method: 'cheque', reference: `${on.slice(2, 4)}${on.slice(5, 7)}${number}` }
}
