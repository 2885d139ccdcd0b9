import type { FeeSchedule } from '../../clients/fee-schedules.ts'
import type { IsoDate } from '../../domain/dates.ts'
import { minorPerUnit } from '../../domain/money.ts'
import { emptyChoices } from '../../features/grants/domain/grant-choices.ts'
import type { GrantTransition } from '../../features/grants/server/transition-rule.ts'
import type { Entry } from '../../features/ledger/domain/entry.ts'
import {
  contributionPostings,
  excludedReleasePostings,
  excludePostings,
  feePostings,
  marketPostings,
  otherPostings,
  transferPostings,
} from '../../features/ledger/domain/postings.ts'
import type { GrantStep } from '../grants/grant-paths.ts'
import { batchConfirmer } from './demo-batches.ts'
import { hasTermsOn, nextFees } from './expected-fees.ts'
import { compareEvents, type EventDetails, type FundEvent, type GrantPlan } from './fund-events.ts'
import type { Household } from './fund-plan.ts'
import type { PlannedAction } from './planned-action.ts'
import { partOf, roundedDown } from './round-amounts.ts'

type Holding = {
  accountId: string
  /** Without what is set aside for the fees of runs. */
  spendableMinor: bigint
  setAsideMinor: bigint
  excludedMinor: bigint
  pendingMinor: bigint
}
type RecommendedGrant = { grantPlan: GrantPlan; amountMinor: bigint }
type Replay = {
  holdings: Holding[]
  actions: PlannedAction[]
  grants: RecommendedGrant[]
  upcoming: FundEvent[]
  minimumMinor: bigint
  feeSchedules: readonly FeeSchedule[]
}

const administrativeFeeBps = 15
const investmentFeeBps = 24
/** A grant above this share of the available balance closes the fund. */
const closingShareBps = 9_000
/** A small fund grants the client's minimum up to this share of its available balance. */
const maxShareOfSmallFundBps = 1_200

/**
 * Replays a household's events day by day. Each amount depends on the balance of that day, so that no grant exceeds the
 * available balance. Uses no randomness: the same events give the same result.
 */
export function replayFund(
  household: Household,
  events: readonly FundEvent[],
  {
    minimumMinor,
    feeSchedules,
    today,
  }: { minimumMinor: bigint; feeSchedules: readonly FeeSchedule[]; today: IsoDate },
): { actions: PlannedAction[]; holdings: readonly Holding[] } {
  const holdings = household.map(({ accountId }) => ({
    accountId,
    spendableMinor: 0n,
    setAsideMinor: 0n,
    excludedMinor: 0n,
    pendingMinor: 0n,
  }))
  const replay: Replay = { holdings, actions: [], grants: [], upcoming: [], minimumMinor, feeSchedules }
  // Newest first, so that the next event can be popped from the end.
  replay.upcoming = events.filter(({ on }) => on <= today).toSorted((one, other) => compareEvents(other, one))
  for (let next = replay.upcoming.pop(); next !== undefined; next = replay.upcoming.pop())
    handleEvent(replay, next)
  return { actions: replay.actions, holdings }
}

type EventContext = { on: IsoDate; fund: number; holding: Holding }
type Handler<W extends EventDetails['type']> = (
  replay: Replay,
  context: EventContext,
  details: Extract<EventDetails, { type: W }>,
) => void

function handleEvent(replay: Replay, event: FundEvent): void {
  const { on, fund } = event
  const holding = replay.holdings[fund]
  if (holding === undefined) throw new Error(`the household has no fund ${fund}`)
  // The table maps each event type to its handler, which the compiler cannot infer for a union.
  const handler = handlers[event.type] as (
    replay: Replay,
    context: EventContext,
    details: EventDetails,
  ) => void
  handler(replay, { on, fund, holding }, event)
}

const handlers: { [W in EventDetails['type']]: Handler<W> } = {
  contribution: (replay, { on, holding }, { kind, amountMinor, comment }) => {
    const into = kind === 'contribution_illiquid' ? 'excluded' : 'spendable'
    holding[`${into}Minor`] += amountMinor
    post(replay, on, 'service', kind, contributionPostings(holding.accountId, amountMinor, into), comment)
  },
  // A batch has no gain of an excluded asset: what it is worth more is a gain that is restricted at once.
  revaluation: (replay, { on, holding }, { bps, comment }) => {
    const changeMinor = partOf(holding.excludedMinor, bps)
    if (changeMinor === 0n) return
    holding.excludedMinor += changeMinor
    const { accountId } = holding
    const move = (kind: 'exclude' | 'release', postings: Entry['postings']) =>
      post(replay, on, batchConfirmer, kind, postings, comment)
    if (changeMinor < 0n) move('release', excludedReleasePostings(accountId, -changeMinor))
    const kind = changeMinor > 0n ? 'gain' : 'loss'
    post(replay, on, batchConfirmer, kind, marketPostings(accountId, changeMinor), comment)
    if (changeMinor > 0n) move('exclude', excludePostings(accountId, changeMinor))
  },
  release: (replay, { on, holding }, { shareBps, comment }) => {
    const amountMinor = roundedDown(partOf(holding.excludedMinor, shareBps))
    if (amountMinor === 0n) return
    holding.excludedMinor -= amountMinor
    holding.spendableMinor += amountMinor
    const postings = excludedReleasePostings(holding.accountId, amountMinor)
    post(replay, on, batchConfirmer, 'release', postings, comment)
  },
  other: (replay, { on, holding }, { signedMinor, comment }) =>
    postOther(replay, on, holding, signedMinor, comment),
  closing: (replay, { on, holding }, { comment }) => {
    holding.spendableMinor += holding.setAsideMinor
    postOther(replay, on, holding, -holding.spendableMinor, comment)
  },
  month: applyMonth,
  transfer: (replay, { on, holding }, { to, shareBps }) => {
    const target = replay.holdings[to]
    const amountMinor = roundedDown(partOf(holding.spendableMinor, shareBps))
    if (target === undefined || amountMinor <= 0n) return
    holding.spendableMinor -= amountMinor
    target.spendableMinor += amountMinor
    post(
      replay,
      on,
      'service',
      'transfer',
      transferPostings(holding.accountId, target.accountId, amountMinor),
    )
  },
  grant: (replay, context, { grantPlan }) => recommend(replay, context, grantPlan),
  'grant-step': (replay, context, { grant, step }) => applyTransition(replay, context, grant, step),
}

function post(
  replay: Replay,
  on: IsoDate,
  by: 'service' | typeof batchConfirmer,
  kind: Entry['kind'],
  postings: Entry['postings'],
  comment?: string,
): void {
  replay.actions.push({
    type: 'post',
    on,
    by,
    entry: { kind, postings, ...(comment !== undefined && { comment }) },
  })
}

function postOther(
  replay: Replay,
  on: IsoDate,
  holding: Holding,
  signedMinor: bigint,
  comment: string,
): void {
  if (signedMinor === 0n || holding.spendableMinor + signedMinor < 0n) return
  holding.spendableMinor += signedMinor
  post(replay, on, batchConfirmer, 'other', otherPostings(holding.accountId, signedMinor), comment)
}

/**
 * Posts the month's gain or loss; at the end of a quarter income and the administrative fee; in December the investment fee. What fee runs
 * take in the next quarter is set aside, so that grants leave it.
 */
function applyMonth(
  replay: Replay,
  { on, holding }: EventContext,
  { returnBps, incomeBps, fees }: Extract<EventDetails, { type: 'month' }>,
): void {
  const { accountId, spendableMinor: investedMinor } = holding
  const change = (kind: Entry['kind'], signedMinor: bigint) => {
    if (signedMinor === 0n || holding.spendableMinor + signedMinor < 0n) return
    holding.spendableMinor += signedMinor
    const isFee = kind === 'administrative_fee' || kind === 'investment_fee'
    post(
      replay,
      on,
      batchConfirmer,
      kind,
      isFee ? feePostings(accountId, -signedMinor) : marketPostings(accountId, signedMinor),
    )
  }
  change(returnBps < 0 ? 'loss' : 'gain', partOf(investedMinor, returnBps))
  if (incomeBps !== null) change('income', partOf(investedMinor, incomeBps))
  if (!fees) return
  if (!hasTermsOn(replay.feeSchedules, on))
    change('administrative_fee', -partOf(investedMinor, administrativeFeeBps))
  const { spendableMinor } = holding
  const expectedMinor = nextFees(replay.feeSchedules, on, spendableMinor)
  const setAsideMinor = expectedMinor < spendableMinor ? expectedMinor : spendableMinor
  holding.spendableMinor -= setAsideMinor
  holding.setAsideMinor += setAsideMinor
  if (on.slice(5, 7) === '12') change('investment_fee', -partOf(investedMinor, investmentFeeBps))
}

function recommend(replay: Replay, { on, fund, holding }: EventContext, grantPlan: GrantPlan): void {
  const amountMinor = amountOf(replay, holding, grantPlan)
  if (amountMinor === null) return
  holding.spendableMinor -= amountMinor
  holding.pendingMinor += amountMinor
  const grant = replay.grants.push({ grantPlan, amountMinor }) - 1
  const { charity, purposeCode, purposeText, namingCode, by } = grantPlan
  const recommendation = {
    charityId: charity.charityId,
    amountMinor,
    ...emptyChoices,
    purposeCode,
    purposeText,
    namingCode,
  }
  replay.actions.push({ type: 'recommend', on, by, grant, accountId: holding.accountId, recommendation })
  for (const step of grantPlan.steps)
    scheduleEvent(replay, { on: step.on, fund, type: 'grant-step', grant, step })
}

/** The amount in whole units, at least the client's minimum; null if the fund cannot afford it. */
function amountOf(replay: Replay, holding: Holding, { amount }: GrantPlan): bigint | null {
  if ('minor' in amount) return amount.minor <= holding.spendableMinor ? amount.minor : null
  const isClosing = amount.shareBps > closingShareBps
  const share = partOf(holding.spendableMinor, amount.shareBps)
  const targetMinor = isClosing ? share - (share % minorPerUnit) : roundedDown(share)
  if (isClosing || targetMinor >= replay.minimumMinor)
    return targetMinor >= replay.minimumMinor ? targetMinor : null
  return replay.minimumMinor <= partOf(holding.spendableMinor, maxShareOfSmallFundBps)
    ? replay.minimumMinor
    : null
}

/** Inserts an event in order, after equal ones. */
function scheduleEvent(replay: Replay, event: FundEvent): void {
  let index = replay.upcoming.length
  // The condition keeps the index within the list.
  while (index > 0 && compareEvents(replay.upcoming[index - 1] as FundEvent, event) <= 0) index--
  replay.upcoming.splice(index, 0, event)
}

function applyTransition(
  replay: Replay,
  { on, holding }: EventContext,
  grant: number,
  step: GrantStep,
): void {
  // A step follows the recommendation of its grant.
  const { grantPlan, amountMinor } = replay.grants[grant] as RecommendedGrant
  const by = step.by === 'recommender' ? grantPlan.by : step.by
  const change: Extract<PlannedAction, { type: 'transition' }>['change'] = {
    transition: step.transition,
    message: step.message,
  }
  switch (step.transition) {
    case 'pay':
      holding.pendingMinor -= amountMinor
      change.payment = paymentOf(grantPlan, on, grant)
      break
    case 'cancel':
    case 'reject':
    case 'void':
      holding.pendingMinor -= amountMinor
      holding.spendableMinor += amountMinor
      break
    case 'return': {
      const share = partOf(amountMinor, step.returnedBps)
      change.returnedMinor = share - (share % minorPerUnit)
      holding.spendableMinor += change.returnedMinor
      break
    }
  }
  replay.actions.push({ type: 'transition', on, by, grant, change })
}

/** A payment reference in the form of a bank transfer or a check number. */
function paymentOf(
  { charity }: GrantPlan,
  on: IsoDate,
  grant: number,
): NonNullable<GrantTransition['payment']> {
  const number = String(grant + 1).padStart(3, '0')
  if (charity.paysByEft) return { method: 'eft', reference: `EFT-${on.replaceAll('-', '')}-${number}` }
  return { method: 'cheque', reference: `${on.slice(2, 4)}${on.slice(5, 7)}${number}` }
}
