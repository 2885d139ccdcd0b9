import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { dateOf } from '../../../domain/dates.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import type {
  Contribution,
  exportAccountContributions,
  exportContributions,
  getContributionSigners,
  listAccountContributions,
  listContributions,
} from '../contributions.contract.ts'
import { contributionsList } from '../contributions.list.ts'
import { closedToReversal } from '../domain/contribution.ts'
import {
  type ContributionRow,
  contributionKeysets,
  findDonors,
  listContributionRows,
} from './contributions.queries.ts'
import { entryViolation } from './enter-contribution.ts'
import { signingViolation } from './signers.ts'

type Context = ContextOf<typeof listContributions> &
  Partial<Pick<ContextOf<typeof listAccountContributions>, 'account'>>
type Query = HandlerInput<typeof listContributions>['query']

/** The contributions, newest first: of the account in the path, or of all. */
export async function showContributions(
  { query }: { query: Pick<Query, 'first' | 'after' | 'sort' | 'keywords' | 'state'> },
  { db, client, account, actor }: Context,
): Promise<Reply<typeof listContributions>> {
  const page = keysetPage({ query, defaultSort: '-enteredDate', keysetsOf: contributionKeysets })
  const search = {
    accountId: account?.accountId ?? null,
    keywords: query.keywords,
    state: query.state ?? null,
  }
  const found = await listContributionRows(db, search, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  return { data: rows.map(row => toResponse(row, { client, actor })), meta }
}

export async function exportContributionList(
  {
    query: { format, ...query },
  }: Pick<HandlerInput<typeof exportContributions | typeof exportAccountContributions>, 'query'>,
  context: Context,
): Promise<Reply<typeof exportContributions>> {
  return await exportList({
    ...context,
    list: contributionsList,
    format,
    fileName: 'contributions',
    sheet: 'Contributions',
    readPage: page => showContributions({ query: { ...query, ...page } }, context),
  })
}

/** Whether a document of the contribution can be prepared: it has none that is open. */
const mayPrepare = ({ state, document }: Pick<ContributionRow, 'state' | 'document'>): boolean =>
  state !== 'cancelled' &&
  state !== 'reversed' &&
  (document === null || document.state === 'declined' || document.state === 'voided')

/** Whether staff can still mark it as received. */
const mayReceive = ({
  state,
  posting_request,
}: Pick<ContributionRow, 'state' | 'posting_request'>): boolean =>
  state === 'expected' && posting_request === null

/** Whether its entry could be reversed, and no command about it waits. */
const isReversible = ({
  state,
  posting_request,
}: Pick<ContributionRow, 'state' | 'posting_request'>): boolean =>
  state === 'received' && posting_request === null

/** Whether it can be cancelled: a document that everyone has signed is filed first. */
const mayCancel = ({ state, document }: Pick<ContributionRow, 'state' | 'document'>): boolean =>
  state === 'expected' && document?.state !== 'signed'

function toResponse(
  row: ContributionRow,
  { client, actor }: Pick<Context, 'client' | 'actor'>,
): Contribution {
  const dateIn = (instant: string | Date) => dateOf(new Date(instant), client.timeZone)
  const { document } = row
  const mayReverse = isReversible(row) && actor.actions.has('POSTING_REVERSE')
  const isClosed = row.account_status === 'Closed'
  return {
    contributionId: row.contribution_id,
    transactionId: Number(row.transaction_id),
    enteredDate: dateIn(row.entered_at),
    enteredBy: row.entered_by_name,
    fundId: Number(row.fund_id),
    accountName: displayName(row.account_name, row.account_status, client.showsClosedStatus),
    kind: row.kind,
    amountMinor: row.amount_minor,
    assets: row.assets,
    state: row.state,
    cancelReason: row.cancel_reason ?? row.reversal_reason,
    needsCountersignature: row.needs_countersignature,
    document: document && {
      kind: document.kind,
      state: document.state,
      preparedDate: dateIn(document.prepared_at),
      isBeingWithdrawn: document.void_requested_at !== null,
      signers: document.signers.map(signer => ({
        name: signer.name,
        state: signer.state,
        date: signer.decided_at === null ? null : dateIn(signer.decided_at),
        reason: signer.reason,
      })),
    },
    giftDate: row.gift_date,
    mayPrepare: mayPrepare(row),
    mayReceive: mayReceive(row) && actor.actions.has('POSTING_CREATE'),
    mayCancel: mayCancel(row),
    mayReverse: mayReverse && !isClosed,
    reverseViolation: mayReverse && isClosed ? closedToReversal : null,
    postingRequest: row.posting_request,
  }
}

export async function showSigners(
  _input: HandlerInput<typeof getContributionSigners>,
  { db, account, client }: ContextOf<typeof getContributionSigners>,
): Promise<Reply<typeof getContributionSigners>> {
  const donors = await findDonors(db, account.accountId)
  return {
    fundId: account.fundId,
    accountName: displayName(account.accountName, account.status, client.showsClosedStatus),
    signers: donors.map(donor => ({ name: donor.name, violation: signingViolation(donor) })),
    violation: entryViolation(account),
  }
}
