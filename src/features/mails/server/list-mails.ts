import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { noticeLabel } from '../../../contract/notice-kinds.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { maxAttempts } from '../../../server/jobs/add-job.ts'
import { type listMails, maxMailsShown, type StoredMail } from '../mails.contract.ts'
import { readAccountMails, readPersonMails, type StoredMailRow } from './stored-mails.queries.ts'

/** The newest mails of the current book and of the client's people, without their text: it may be confidential. */
export async function showMails(
  { query }: HandlerInput<typeof listMails>,
  { db, realmDb, client, actor }: ContextOf<typeof listMails>,
): Promise<Reply<typeof listMails>> {
  const search = { state: query.state, first: maxMailsShown }
  const [ofAccounts, ofPeople] = await Promise.all([
    readAccountMails(db, search),
    readPersonMails(realmDb, client.name, search),
  ])
  const newestFirst = [...ofAccounts.rows, ...ofPeople.rows].sort(
    (one, other) => other.created_at.getTime() - one.created_at.getTime(),
  )
  const mayResend = actor.actions.has('MAIL_RESEND')
  return {
    data: newestFirst.slice(0, maxMailsShown).map(row => toResponse(row, mayResend)),
    meta: { total: ofAccounts.total + ofPeople.total },
  }
}

function toResponse(row: StoredMailRow, mayResend: boolean): StoredMail {
  const state = stateOf(row)
  return {
    mailId: row.mail_id,
    state,
    kind: noticeLabel(row.kind),
    to: row.to_address,
    subject: row.subject,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    failedAt: row.failed_at?.toISOString() ?? null,
    failure: row.failure,
    attempts: row.attempts,
    isRetried: row.attempts < maxAttempts,
    fundId: row.fund_id === null ? null : Number(row.fund_id),
    mayResend: mayResend && (state === 'failed' || state === 'waiting'),
  }
}

function stateOf({ sent_at, is_expired, attempts }: StoredMailRow): StoredMail['state'] {
  if (sent_at !== null) return 'sent'
  if (is_expired) return 'expired'
  return attempts > 0 ? 'failed' : 'waiting'
}
