import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { dateOf, daysBetween } from '../../../domain/dates.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import { embeddedProviderName } from '../../signing/server/embedded-provider.ts'
import type * as contract from '../contributions.contract.ts'
import type { Contribution } from '../contributions.contract.ts'
import { closedToReversal, isAwaited } from '../domain/contribution.ts'
import { mayBounce } from '../domain/payer.ts'
import { methodsIn, takesIra } from './accepted-gifts.ts'
import type { ContributionRow } from './contributions.queries.ts'
import { contributionKeysets, listContributionRows } from './contributions.queries.ts'
import type { Context } from './show-contributions.ts'

/** Whether it can be cancelled: a document that everyone has signed is filed first. */
const mayCancel = ({ state, document }: Pick<ContributionRow, 'state' | 'document'>): boolean =>
  isAwaited(state) && document?.state !== 'signed'

/** Whether its entry could be reversed, and no command about it waits. */
const isReversible = ({
  state,
  posting_request,
}: Pick<ContributionRow, 'state' | 'posting_request'>): boolean =>
  state === 'received' && posting_request === null

/** Whether staff can still mark it as received. */
const mayReceive = ({
  state,
  posting_request,
}: Pick<ContributionRow, 'state' | 'posting_request'>): boolean =>
  isAwaited(state) && posting_request === null

/** Whether a document of the contribution can be prepared: it has none that is open. */
const mayPrepare = ({ state, document }: Pick<ContributionRow, 'state' | 'document'>): boolean =>
  (isAwaited(state) || state === 'received') &&
  (document === null || document.state === 'declined' || document.state === 'voided')

/** The envelope, if the sponsor signs next. Another provider than the portal asks the sponsor itself. */
function envelopeToCountersign(document: NonNullable<ContributionRow['document']>): string | null {
  const next = document.signers.find(({ state }) => state === 'waiting')
  const isTheirTurn = document.state === 'pending' && next !== undefined && next.user_id === null
  return isTheirTurn && document.provider === embeddedProviderName ? document.envelope_id : null
}

type Query = HandlerInput<typeof contract.listContributions>['query']

/** The contributions, newest first: of the account in the path, or of all. */
export async function listContributions(
  { query }: { query: Pick<Query, 'first' | 'after' | 'sort' | 'keywords' | 'state'> },
  { db, book, client, account, actor, today }: Context,
): Promise<Reply<typeof contract.listContributions>> {
  const page = keysetPage({ query, defaultSort: '-enteredDate', keysetsOf: contributionKeysets })
  const search = {
    accountId: account?.accountId ?? null,
    keywords: query.keywords,
    state: query.state ?? null,
  }
  const found = await listContributionRows(db, search, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  return { data: rows.map(row => toResponse(row, { book, client, actor, today })), meta }
}

function toResponse(
  row: ContributionRow,
  { book, client, actor, today }: Pick<Context, 'book' | 'client' | 'actor' | 'today'>,
): Contribution {
  const dateIn = (instant: string | Date) => dateOf(new Date(instant), client.timeZone)
  const { document } = row
  // Auditors read the list and change nothing.
  const mayManage = actor.actions.has('DOCUMENT_MANAGE')
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
    receivedMinor: row.received_minor,
    assets: row.assets,
    state: row.state,
    cancelReason: row.cancel_reason ?? row.reversal_reason,
    announced: row.announced,
    needsCountersignature: row.needs_countersignature,
    movedTo: row.moved_to,
    movedFrom: row.moved_from,
    document: document && {
      kind: document.kind,
      state: document.state,
      preparedDate: dateIn(document.prepared_at),
      isBeingWithdrawn: document.void_requested_at !== null,
      envelopeToCountersign: actor.actions.has('DOCUMENT_COUNTERSIGN')
        ? envelopeToCountersign(document)
        : null,
      signers: document.signers.map(signer => ({
        name: signer.name,
        state: signer.state,
        date: signer.decided_at === null ? null : dateIn(signer.decided_at),
        reason: signer.reason,
      })),
    },
    giftDate: row.gift_date,
    payer: row.payer,
    method: row.method,
    methods: methodsIn(book, row.kind),
    takesIra: takesIra(book),
    receipt: row.receipt,
    ageDays: isAwaited(row.state) ? daysBetween(dateIn(row.entered_at), today) : null,
    mayPrepare: mayManage && mayPrepare(row),
    mayReceive: mayReceive(row) && actor.actions.has('POSTING_CREATE'),
    mayCancel: mayManage && mayCancel(row),
    mayReverse: mayReverse && !isClosed,
    mayBounce: mayReverse && !isClosed && mayBounce(row),
    mayCorrect: isReversible(row) && !isClosed && actor.actions.has('POSTING_CREATE'),
    reverseViolation: mayReverse && isClosed ? closedToReversal : null,
    postingRequest: row.posting_request,
  }
}
