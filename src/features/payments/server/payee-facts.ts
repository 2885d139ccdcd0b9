import type { Kysely } from 'kysely'
import { addDays, dateOf, type IsoDate } from '../../../domain/dates.ts'
import { minuteMs } from '../../../domain/durations.ts'
import type { DB } from '../../../server/db/schema.ts'
import { eftPaymentTypeCode } from '../../charities/server/charity-status.ts'
import { bankDetailsWaitDays } from '../../charity-profiles/domain/bank-numbers.ts'
import {
  type ConfirmedChange,
  type PayeeChange,
  type PayeeTexts,
  payeeChangesSince,
  payeeTextFor,
  registerChanges,
} from '../../charity-profiles/domain/payee-facts.ts'
import type { PayeeEvidence } from '../../charity-profiles/server/payee-changes.queries.ts'
import type { PaymentMethod } from '../../grants/domain/payment-label.ts'
import { type GrantToPay, listBankDetails, listPayeeChangesOf } from './facts.queries.ts'

/** The encrypted details of a charity. */
export type EncryptedDetails = Awaited<ReturnType<typeof listBankDetails>>[number]
type ChangeRow = Awaited<ReturnType<typeof listPayeeChangesOf>>[number]

type Dated = ConfirmedChange & { at: Date }

/** What the realm knows about the payees of charities. */
type OfCharity = {
  details: EncryptedDetails | null
  hasOpenDetails: boolean
  hasOpenChange: boolean
  usableFrom: IsoDate | null
  changes: readonly Dated[]
}

type ReadSettings = { method: PaymentMethod; timeZone: string }

/** By charity id. Bank details count for transfers alone. */
export async function readPayees(
  realmDb: Kysely<DB>,
  charityIds: readonly string[],
  { method, timeZone }: ReadSettings,
): Promise<(charityId: string) => OfCharity> {
  const details = method === 'eft' ? await listBankDetails(realmDb, charityIds) : []
  const rows = await listPayeeChangesOf(realmDb, charityIds)
  const detailsOf = Map.groupBy(details, ({ charity_id }) => charity_id)
  const changesOf = Map.groupBy(rows, ({ charity_id }) => charity_id)
  return charityId => {
    const own = detailsOf.get(charityId) ?? []
    const changed = changesOf.get(charityId) ?? []
    const last = changed.findLast(({ state }) => state === 'confirmed')
    return {
      details: own.find(({ state }) => state === 'confirmed') ?? null,
      hasOpenDetails: own.some(({ state }) => state === 'proposed'),
      hasOpenChange: changed.some(({ state }) => state === 'proposed'),
      usableFrom: last ? usableFrom(last, timeZone) : null,
      changes: [...changed.map(ofPayee), ...own.map(ofDetails)]
        .filter(change => change !== null)
        .toSorted((one, other) => one.at.getTime() - other.at.getTime()),
    }
  }
}

/** A confirmed change has its day; it is used neither on the day of the confirmation nor on the two after it. */
export const usableFrom = ({ decided_at }: { decided_at: Date | null }, timeZone: string): IsoDate =>
  addDays(dateOf(decided_at ?? new Date(0), timeZone), bankDetailsWaitDays)

type Decided = Pick<EncryptedDetails, 'proposed_by' | 'proposed_by_name' | 'decided_by_name' | 'decided_at'>

function madeBy(row: Decided, before: Partial<PayeeTexts>): Dated | null {
  if (row.decided_at === null) return null
  return {
    before,
    enteredBy: row.proposed_by,
    enteredByName: row.proposed_by_name,
    confirmedByName: row.decided_by_name ?? '',
    confirmedAt: row.decided_at.toISOString(),
    at: row.decided_at,
  }
}

type PayeeColumns = Pick<
  ChangeRow,
  'default_payment_type_code' | 'payee_name' | 'payee_address' | 'payee_email'
>

const textsOf = (row: Partial<PayeeColumns>) => ({
  method: row.default_payment_type_code === eftPaymentTypeCode ? 'eft' : 'cheque',
  name: row.payee_name ?? '',
  address: row.payee_address ?? '',
  email: row.payee_email ?? '',
})

function ofPayee(row: ChangeRow): Dated | null {
  // The database stores the columns of the profile under their names.
  const before = textsOf(row.before_payee as Partial<PayeeColumns>)
  const after = textsOf(row)
  return madeBy(
    row,
    Object.fromEntries(
      (['method', 'name', 'address', 'email'] as const)
        .filter(fact => before[fact] !== after[fact])
        .map(fact => [fact, before[fact]]),
    ),
  )
}

/** The digits before are those of the approval’s evidence; where it has none, they are not known. */
const ofDetails = (row: EncryptedDetails): Dated | null => madeBy(row, { account: '' })

/** The payee that a payment uses, and what of it the approval of the grant did not know. */
export type PayeeToUse = {
  name: string
  address: string | null
  email: string | null
  /** Whether nobody has confirmed the name or the address. */
  isUnconfirmed: boolean
  changes: PayeeChange[]
}

type Compared = { method: PaymentMethod; charity: OfCharity }

export function payeeToUse(grant: GrantToPay, { method, charity }: Compared): PayeeToUse {
  const payee = grant.approval_evidence?.payee ?? null
  const since = changesSinceApproval(grant, charity)
  const followed = {
    name: { set: grant.set_name, register: grant.register_name, approved: payee?.name ?? null },
    address: {
      set: grant.set_address,
      register: grant.register_address ?? '',
      approved: payee === null ? null : (payee.address ?? ''),
    },
  }
  const confirmed = {
    name: payeeTextFor('name', followed.name, since),
    address: payeeTextFor('address', followed.address, since),
  }
  const used = {
    name: confirmed.name ?? grant.register_name,
    address: confirmed.address ?? grant.register_address ?? '',
  }
  const current = {
    ...used,
    method: grant.pays_by_eft ? 'eft' : 'cheque',
    email: grant.payee_email ?? '',
    account: charity.details?.last_four ?? '',
  }
  const approved = payee === null ? null : approvedTexts(payee, method, charity.details)
  return {
    name: used.name,
    address: used.address || null,
    email: grant.payee_email,
    isUnconfirmed: confirmed.name === null || confirmed.address === null,
    changes: [...payeeChangesSince(approved, current, since), ...registerChanges(used, followed)],
  }
}

/** A change that was being confirmed while a grant was approved has an earlier time, and the approval may not have seen it. */
const approvalMs = minuteMs

const changesSinceApproval = ({ approved_at: approvedAt }: GrantToPay, { changes }: OfCharity) =>
  approvedAt === null
    ? []
    : changes
        .filter(({ at }) => at.getTime() >= approvedAt.getTime() - approvalMs)
        .map(({ at: _at, ...made }) => made)

/** Two accounts can end in the same digits. */
const accountText = (payee: PayeeEvidence, details: EncryptedDetails | null): string =>
  payee.lastFour !== null &&
  payee.lastFour === details?.last_four &&
  payee.bankDetailsId !== details.details_id
    ? `${payee.lastFour} of another account`
    : (payee.lastFour ?? '')

const approvedTexts = (
  payee: PayeeEvidence,
  method: PaymentMethod,
  details: EncryptedDetails | null,
): PayeeTexts => ({
  method: payee.paysByEft ? 'eft' : 'cheque',
  name: payee.name,
  address: payee.address ?? '',
  email: payee.email ?? '',
  account: method === 'eft' ? accountText(payee, details) : '',
})
