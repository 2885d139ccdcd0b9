import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { type Actor, nameOf } from '../../../server/auth/actor.ts'
import { decisionRefusal } from '../../../server/auth/dual-control.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { alreadyDecided, ownRequest, type PostingKind, postingKinds } from '../domain/posting-kinds.ts'
import type * as contract from '../posting-requests.contract.ts'
import {
  findRequest,
  listWaiting,
  type PostingRequestRecord,
  type WaitingRequest,
} from './posting-requests.queries.ts'

export type DecisionContext = BaseContext & { actor: Actor }

/** Runs the command of a request with the state of now. The context is that of the person who confirms it. */
export type CarryOut = (
  trx: Kysely<DB>,
  request: PostingRequestRecord,
  context: DecisionContext,
) => Promise<void>

/** Does what may have to wait, such as reading a file, before the transaction of the confirmation opens; returns how to carry it out. */
export type PrepareCarryOut = (request: PostingRequestRecord, context: DecisionContext) => Promise<CarryOut>

/** What the feature of a command does with its requests. */
export type PostingHandler = ({ carryOut: CarryOut } | { prepare: PrepareCarryOut }) & {
  /** What the list shows of this kind only, as JSON that the feature's own contract decodes. */
  detailsOf?: (request: WaitingRequest) => Record<string, unknown>
}

/** The commands that may wait, each from the feature that it belongs to (src/app/server/posting-handlers.ts). */
export type PostingHandlers = Readonly<Record<PostingKind, PostingHandler>>

/** The table's check constraint allows no other kind. */
const kindOf = ({ kind }: PostingRequestRecord): PostingKind => kind as PostingKind

const refusalOf = (request: PostingRequestRecord, actor: Actor): string | null =>
  decisionRefusal(actor, {
    permission: postingKinds[kindOf(request)].permission,
    by: request.requested_by,
    own: ownRequest,
  })

export async function postingRequests(
  handlers: PostingHandlers,
  { db, actor }: DecisionContext,
): Promise<Reply<typeof contract.listPostingRequests>> {
  const rows = await listWaiting(db)
  return {
    data: rows.map(row => response(row, handlers, actor)),
    meta: { total: Number(rows[0]?.total ?? 0n) },
  }
}

const response = (
  row: WaitingRequest,
  handlers: PostingHandlers,
  actor: Actor,
): Reply<typeof contract.listPostingRequests>['data'][number] => ({
  requestId: row.request_id,
  kind: kindOf(row),
  subjectId: row.subject_id,
  fundId: row.fund_id === null ? null : Number(row.fund_id),
  accountName: row.account_name,
  charityName: row.charity_name,
  amountMinor: row.amount_minor,
  reason: row.reason,
  bankReference: bankReferenceOf(row.input),
  details: handlers[kindOf(row)].detailsOf?.(row) ?? null,
  requestedByName: row.requested_by_name,
  requestedAt: row.requested_at.toISOString(),
  isOwn: row.requested_by === actor.userId,
  decisionRefusal: refusalOf(row, actor),
})

const bankReferenceOf = (input: unknown): string | null =>
  typeof input === 'object' &&
  input !== null &&
  'bankReference' in input &&
  typeof input.bankReference === 'string'
    ? input.bankReference
    : null

/**
 * How to carry out a request that the caller may confirm, before the transaction of the confirmation. Null for any other, which `confirmPostingRequest`
 * refuses without it; a repeated confirmation reads no file again.
 */
export async function prepareConfirmation(
  handlers: PostingHandlers,
  { params: { requestId } }: HandlerInput<typeof contract.confirmPostingRequest>,
  context: DecisionContext,
): Promise<CarryOut | null> {
  const request = await findRequest(context.db, requestId)
  if (request?.state !== 'requested' || refusalOf(request, context.actor) !== null) return null
  const handler = handlers[kindOf(request)]
  return 'prepare' in handler ? await handler.prepare(request, context) : handler.carryOut
}

export const decidedBy = ({ actor, clock }: DecisionContext) => ({
  decided_by: actor.userId,
  decided_by_name: nameOf(actor),
  decided_at: clock.now(),
})

export function requireDecidable(
  request: PostingRequestRecord | undefined,
  actor: Actor,
): PostingRequestRecord {
  if (!request) throw new Problem('not-found')
  const refusal = refusalOf(request, actor)
  if (refusal !== null) throw new Problem('access-denied', { detail: refusal })
  requireOpen(request)
  return request
}

export function requireOpen({ state }: PostingRequestRecord): void {
  if (state !== 'requested') throw new Problem('conflict', { detail: alreadyDecided })
}
