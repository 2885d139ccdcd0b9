import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { remainingForSuccessor } from '../domain/remaining.ts'
import type { SuccessorShare } from '../successor-share.contract.ts'
import { type CaseRow, findShareByLink, lockCase } from './cases.queries.ts'
import { linkHash } from './mail-successor.ts'
import { readShares, type Share } from './read-shares.ts'
import { remainingOf } from './show-cases.ts'

type Linked = { db: Kysely<DB>; row: CaseRow; share: Share; shares: Share[] }

export const ended = () =>
  new Problem('not-found', {
    detail: 'This link has expired. Please call us, and we will send you a new one.',
  })

/** Runs the work on the share of a mailed link, locked together with its case. Unknown, replaced and expired links get the same answer. */
export async function withLink<T>(
  token: string,
  { db, clock }: BaseContext,
  work: (linked: Linked) => Promise<T>,
): Promise<T> {
  return await db.transaction().execute(async trx => {
    const found = await findShareByLink(trx, linkHash(token), clock.now())
    const row = found && (await lockCase(trx, found.case_id))
    const shares = row ? await readShares(trx, row.case_id, clock.now()) : []
    const share = shares.find(each => each.share_id === found?.share_id)
    if (!row || !share?.link_hash?.equals(linkHash(token)) || row.state === 'cancelled') throw ended()
    return await work({ db: trx, row, share, shares })
  })
}

/** The response for a successor, without the names of others. */
export function responseOf({ row, share, shares }: Linked): SuccessorShare {
  return {
    name: share.name,
    accountName: row.account_name,
    shareHundredths: share.share_hundredths,
    state: share.state,
    isWholeFund: shares.length === 1,
    remaining:
      share.state === 'declined'
        ? []
        : remainingForSuccessor(remainingOf(row, shares, 0), share.state === 'ready'),
  }
}

export function requireWaiting({ row, share }: Linked): void {
  if (row.state !== 'distributing' || share.state === 'ready') throw ended()
  if (share.state === 'declined')
    throw new Problem('conflict', {
      detail: 'You have declined this share. Please call us if that was a mistake.',
    })
}
