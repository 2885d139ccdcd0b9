import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import { recordAuditEvents } from '../../../server/audit/record-audit-event.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { DataKeys } from '../../../server/files/data-keys.ts'
import { type BankNumbers, bankNumberViolations, kindOf, plainNumber } from '../domain/bank-numbers.ts'
import {
  insertDetails,
  listCurrentDetails,
  listProposedNotices,
  lockDetailsOf,
} from './bank-details.queries.ts'
import { encryptBankNumbers, ownerOf } from './encrypt-bank-numbers.ts'
import { openNumbers } from './read-numbers.ts'

/** What a bank corrects about the details in use of a charity. */
export type CorrectionToPropose = {
  /** The notice of change that it comes from. */
  noticeId: string
  charityId: string
  corrected: Partial<Pick<BankNumbers, 'bank' | 'account' | 'kind'>>
  reason: string
}

type Proposer = {
  realmDb: Kysely<DB>
  client: Client
  keys: DataKeys
  at: Date
  address: string
  by: { userId: string; name: string; sessionId: string | null }
}

/** How many a caller proposes in one transaction; it takes the same number of queries for one as for all. */
export const proposalBatchSize = 500

export const othersWait = 'Other details of this charity are awaiting confirmation.'

/**
 * Proposes corrections as new bank details, which someone else has to confirm. A notice that is proposed already, also before a crash, is
 * not proposed again. Returns why the others were refused, as sentences by the ids of their notices.
 */
export async function proposeCorrections(
  corrections: readonly CorrectionToPropose[],
  proposer: Proposer,
): Promise<Map<string, string>> {
  const { realmDb, client, keys } = proposer
  return await realmDb.transaction().execute(async trx => {
    const charityIds = [...new Set(corrections.map(({ charityId }) => charityId))]
    await lockDetailsOf(trx, charityIds)
    const current = await listCurrentDetails(trx, charityIds)
    const proposedBefore = await listProposedNotices(
      trx,
      corrections.map(({ noticeId }) => noticeId),
    )
    const waiting = new Set(
      current.filter(({ state }) => state === 'proposed').map(({ charity_id }) => charity_id),
    )
    const inUse = new Map(
      current.filter(({ state }) => state === 'confirmed').map(row => [row.charity_id, row] as const),
    )
    const refused = new Map<string, string>()
    const accepted: NewDetails[] = []
    for (const correction of corrections) {
      const { noticeId, charityId } = correction
      if (proposedBefore.has(noticeId)) continue
      const row = inUse.get(charityId)
      const former = row && openNumbers(row, { keys, realm: client.realm })
      const numbers = former ? correctedNumbers(former, correction) : undefined
      const violation = refusal(former, numbers) ?? (waiting.has(charityId) ? othersWait : null)
      if (violation !== null || !row || !numbers) refused.set(noticeId, violation ?? '')
      else {
        waiting.add(charityId)
        accepted.push({ ...correction, holderName: row.holder_name, numbers })
      }
    }
    await insertAll(trx, accepted, proposer)
    return refused
  })
}

type NewDetails = CorrectionToPropose & { holderName: string; numbers: BankNumbers }

async function insertAll(
  trx: Kysely<DB>,
  accepted: readonly NewDetails[],
  { client, keys, at, address, by }: Proposer,
): Promise<void> {
  if (accepted.length === 0) return
  const rows = accepted.map(({ noticeId, charityId, holderName, numbers, reason }) => ({
    ...encryptedDetails(keys, client.realm, numbers),
    notice_id: noticeId,
    charity_id: charityId,
    holder_name: holderName,
    reason: reason.slice(0, 1000),
    proposed_by: by.userId,
    proposed_by_name: by.name,
    proposed_at: at,
  }))
  await insertDetails(trx, rows)
  await recordAuditEvents(
    trx,
    rows.map(({ charity_id: charity, details_id: details }) => ({
      kind: 'bank-details-entered' as const,
      userId: by.userId,
      sessionId: by.sessionId,
      at,
      address,
      detail: { client: client.name, charity, details },
    })),
  )
}

/** The columns of new details: their numbers, encrypted under a key of their own. */
export function encryptedDetails(keys: DataKeys, realm: string, numbers: BankNumbers) {
  const detailsId = randomUUIDv7()
  const { ciphertext, dataKey } = encryptBankNumbers(keys, ownerOf(realm, detailsId), numbers)
  return {
    details_id: detailsId,
    country: numbers.country,
    last_four: numbers.account.slice(-4),
    account_kind: kindOf(numbers),
    ciphertext,
    key_id: dataKey.keyId,
    data_key: dataKey.wrapped,
  }
}

function correctedNumbers(inUse: BankNumbers, { corrected }: CorrectionToPropose): BankNumbers {
  const { bank = inUse.bank, account = inUse.account, kind = kindOf(inUse) } = corrected
  return { ...inUse, bank: plainNumber(bank), account: plainNumber(account), kind }
}

/** The key of the details was removed from DOCUMENT_KEYS, or the row was altered. */
export const cannotBeDecrypted =
  'The details in use cannot be decrypted. Ask the charity for its details, and enter them again.'

const invalidCorrection = {
  bank: 'The corrected number of the bank is not valid.',
  account: 'The corrected account number is not valid.',
  accountKind: 'Only US accounts can be savings accounts.',
} as const

/** Why numbers cannot replace those in use; null if they can. */
function refusal(inUse: BankNumbers | null | undefined, numbers: BankNumbers | undefined): string | null {
  if (inUse === null) return cannotBeDecrypted
  if (!inUse || !numbers) return 'No details of this charity are in use.'
  const [violation] = bankNumberViolations(numbers)
  if (violation) return invalidCorrection[violation.field]
  return isSame(inUse, numbers) ? 'The details in use already have this correction.' : null
}

export const isSame = (one: BankNumbers, other: BankNumbers): boolean =>
  one.bank === other.bank && one.account === other.account && kindOf(one) === kindOf(other)
