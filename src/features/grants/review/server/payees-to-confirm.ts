import type { Kysely } from 'kysely'
import { paymentSettingsOf } from '../../../../clients/payment-settings-of.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { eftPaymentTypeCode } from '../../../charities/server/charity-status.ts'
import { otherBankName } from '../../../charity-profiles/domain/bank-text.ts'
import {
  listChangesSince,
  listDetailsSince,
  listPayees,
  type PayeeInUse,
} from '../../../charity-profiles/server/payee-changes.queries.ts'
import { isOneOf, undecidedStatuses } from '../../domain/grant-status.ts'
import { payeeDigest } from '../../server/approval-evidence.ts'
import type { GrantRecord } from '../../server/grants.queries.ts'
import type { PayeeToConfirm } from '../staff-grants.contract.ts'

type Context = Pick<BaseContext, 'book' | 'client'> & { db: Kysely<DB>; realmDb: Kysely<DB> }
type Asked = Pick<GrantRecord, 'grant_id' | 'charity_id' | 'charity_name' | 'transaction_status_code'> & {
  recommendedAt: Date
  /** The register's address at the recommendation; null where that did not record it. */
  registerAddressThen: string | null
}
type Change = PayeeToConfirm['changes'][number]
type ChangeRow = Awaited<ReturnType<typeof listChangesSince>>[number]
type DetailsRow = Awaited<ReturnType<typeof listDetailsSince>>[number]

/**
 * The payees that approvals of these grants would confirm, by grant ID; none for a grant that is decided, or whose charity no register has.
 * Reads three times, however many grants there are.
 */
export async function payeesToConfirm(
  grants: readonly Asked[],
  context: Context,
): Promise<ReadonlyMap<string, PayeeToConfirm>> {
  const undecided = grants.filter(grant => isOneOf(undecidedStatuses, grant.transaction_status_code))
  if (undecided.length === 0) return new Map()
  const charityIds = [...new Set(undecided.map(grant => grant.charity_id))]
  const since = new Date(Math.min(...undecided.map(({ recommendedAt }) => recommendedAt.getTime())))
  const [payees, changes, details] = await Promise.all([
    listPayees(context.db, charityIds, eftPaymentTypeCode),
    listChangesSince(context.realmDb, charityIds, since),
    listDetailsSince(context.realmDb, charityIds, since),
  ])
  const changesOf = Map.groupBy(changes, row => row.charity_id)
  const detailsOf = Map.groupBy(details, row => row.charity_id)
  return new Map(
    undecided.flatMap((grant): [string, PayeeToConfirm][] => {
      const payee = payees.get(grant.charity_id)
      if (!payee) return []
      const history = {
        changes: changesOf.get(grant.charity_id) ?? [],
        details: detailsOf.get(grant.charity_id) ?? [],
      }
      return [[grant.grant_id, toConfirm(payee, changesSince(grant, payee, history), context)]]
    }),
  )
}

function toConfirm(payee: PayeeInUse, changes: readonly Change[], context: Context): PayeeToConfirm {
  const settings = paymentSettingsOf(context)
  // A book that writes no cheques pays every charity by transfer.
  const isTransfer = payee.paysByEft || settings?.cheques === false
  const unused = isTransfer ? (settings?.cheques === false ? 'method' : null) : 'account'
  return {
    name: payee.name,
    bankName: isTransfer && settings ? otherBankName(payee.name, settings.format) : null,
    address: payee.address,
    email: payee.email,
    method: isTransfer ? 'eft' : 'cheque',
    lastFour: isTransfer ? payee.lastFour : null,
    changes: changes.filter(({ fact }) => fact !== unused),
    digest: payeeDigest(payee),
  }
}

type History = { changes: readonly ChangeRow[]; details: readonly DetailsRow[] }

/**
 * What two people changed since the recommendation and is not as it was, and the name and address that the register changed, where the
 * payee follows it.
 */
function changesSince(grant: Asked, payee: PayeeInUse, { changes, details }: History): Change[] {
  const first = changes.find(({ decided_at: at }) => at !== null && at >= grant.recommendedAt)
  // The database stores the columns of the profile under their names; a charity without a profile had none of them.
  const before = first?.before_payee as PayeeColumns | undefined
  const ofPayee = before ? changesOfPayee(before, payee, grant) : changesOfRegister(payee, grant)
  return [...ofPayee, ...changesOfAccount(grant.recommendedAt, payee, details)]
}

/** Of a payee that nobody changed: what follows the register and is not what it was. */
function changesOfRegister(payee: PayeeInUse, grant: Asked): Change[] {
  const { charity_name: name, registerAddressThen: address } = grant
  const madeBy = 'register'
  return [
    ...(payee.isNameSet || payee.name === name ? [] : [{ fact: 'name', before: name, madeBy } as const]),
    ...(payee.isAddressSet || address === null || (payee.address ?? '') === address
      ? []
      : [{ fact: 'address', before: address, madeBy } as const]),
  ]
}

type PayeeColumns = Partial<
  Record<'payee_name' | 'payee_address' | 'payee_email', string | null> & {
    default_payment_type_code: number | null
  }
>

/** An address that followed the register is stated as nothing where the recommendation did not record it. */
function changesOfPayee(before: PayeeColumns, payee: PayeeInUse, grant: Asked): Change[] {
  const { charity_name: registerName, registerAddressThen } = grant
  const addressNow = payee.isAddressSet || registerAddressThen !== null ? (payee.address ?? '') : ''
  /** Whether the payee followed the register then and does now. */
  const follows = {
    name: (before.payee_name ?? null) === null && !payee.isNameSet,
    address: (before.payee_address ?? null) === null && !payee.isAddressSet,
  }
  const method = before.default_payment_type_code === eftPaymentTypeCode
  const facts = [
    ['method', method ? 'eft' : 'cheque', payee.paysByEft ? 'eft' : 'cheque'],
    ['name', before.payee_name ?? registerName, payee.name],
    ['address', before.payee_address ?? registerAddressThen ?? '', addressNow],
    ['email', before.payee_email ?? '', payee.email ?? ''],
  ] as const
  return facts
    .filter(([, then, now]) => then !== now)
    .map(([fact, then]) => ({
      fact,
      before: then,
      madeBy: (fact === 'name' || fact === 'address') && follows[fact] ? 'register' : 'people',
    }))
}

function changesOfAccount(
  recommendedAt: Date,
  { bankDetailsId }: PayeeInUse,
  details: readonly DetailsRow[],
): Change[] {
  const then = details.find(
    ({ decided_at: from, replaced_at: until }) =>
      from !== null && from < recommendedAt && (until === null || until >= recommendedAt),
  )
  return (then?.details_id ?? null) === bankDetailsId
    ? []
    : [{ fact: 'account', before: then?.last_four ?? '', madeBy: 'people' }]
}
