import type { Kysely } from 'kysely'
import type { CharityRegister, Client } from '../../../clients/client.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import { dateOf, type IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { decideEligibility, type Eligibility } from '../domain/eligibility.ts'
import type { EligibilityBasis } from '../domain/eligibility-change.ts'
import { charityNotFound, grantIssueSentence } from '../domain/issue-texts.ts'
import { readStatus, readStatuses, type StatusRow } from './charities.queries.ts'

/** The evidence stored with each recommendation, approval and payment (§13). */
export type Evidence = {
  charityId: string
  name: string
  register: CharityRegister
  sourceFile: string
  fileDate: IsoDate | null
  sourceLine: number
  readAt: string
  outcome: Eligibility['outcome']
  reason: string
  /** The register's address in one line, empty for none; missing in evidence that was stored without it. */
  registerAddress?: string
  /** The facts behind the reason; missing in evidence that was stored without them. */
  basis?: EligibilityBasis
  /** The record of due diligence, or the vetting, that was valid; missing where there was none. */
  dueDiligence?: DueDiligenceRecord
}

/** A vetting or record of due diligence of this sponsor about a charity. `until`: its last day. */
export type DueDiligenceRecord = { vettingId: string; until: IsoDate }

/** Whether a charity can receive a grant at present, by the register and by the staff's profile (§4). */
export type CharityStatus = {
  charityId: string
  name: string
  register: CharityRegister
  eligibility: Eligibility
  /** Rejected and deleted charities cannot be selected (§4). */
  refusedByStaff: boolean
  paysByEft: boolean
  /** The latest confirmed record; it may have expired. */
  dueDiligence: (DueDiligenceRecord & { isValid: boolean }) | null
  evidence: Evidence & { basis: EligibilityBasis }
}

/** The payment type code of EFT (§9). */
export const eftPaymentTypeCode = 16

/** Undefined if no register has this number. */
export async function findCharityStatus(
  db: Kysely<DB>,
  charityId: string,
  now: Date,
): Promise<CharityStatus | undefined> {
  const [row] = await readStatus(db, charityId)
  return row && toCharityStatus(row, now)
}

/** By charity id; those that no register has are left out. */
export async function findCharityStatuses(
  db: Kysely<DB>,
  charityIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, CharityStatus>> {
  if (charityIds.length === 0) return new Map()
  const rows = await readStatuses(db, charityIds)
  return new Map(rows.map(row => [row.charity_id, toCharityStatus(row, now)]))
}

/** Eligibility by the register alone; the staff's profile does not count here. */
export function eligibilityOf(
  row: Pick<
    StatusRow,
    | 'charity_id'
    | 'register'
    | 'subsection'
    | 'foundation'
    | 'deductibility'
    | 'status'
    | 'removed_on'
    | 'delisted_on'
    | 'unread_on'
  >,
): Eligibility {
  const {
    charity_id: charityId,
    removed_on: removedOn,
    delisted_on: leftOn,
    unread_on: unreadOn,
    ...codes
  } = row
  return decideEligibility({ ...codes, charityId, removedOn, leftOn, unreadOn })
}

export const acceptedPartyStatuses: readonly string[] = ['Active']
export const acceptedGranteeStatuses: readonly string[] = ['Accepted', 'Review']

/** Rejected and deleted charities, and those of an unknown status, cannot be selected (§4). Null: no profile. */
export const isRefusedByStaff = (row: Pick<StatusRow, 'party_status' | 'party_grantee_status'>): boolean =>
  (row.party_status !== null && !acceptedPartyStatuses.includes(row.party_status)) ||
  (row.party_grantee_status !== null && !acceptedGranteeStatuses.includes(row.party_grantee_status))

function toCharityStatus(row: StatusRow, now: Date): CharityStatus {
  const eligibility = eligibilityOf(row)
  const record = recordOf(row)
  // As the last day of a vetting is read, in the view known_charity.
  const isValid = record !== null && record.until >= dateOf(now, 'UTC')
  return {
    charityId: row.charity_id,
    name: row.name,
    register: row.register,
    eligibility,
    refusedByStaff: isRefusedByStaff(row),
    paysByEft: row.default_payment_type_code === eftPaymentTypeCode,
    dueDiligence: record && { ...record, isValid },
    evidence: {
      charityId: row.charity_id,
      name: row.name,
      register: row.register,
      sourceFile: row.source_file,
      fileDate: row.file_date,
      sourceLine: row.source_line,
      readAt: now.toISOString(),
      outcome: eligibility.outcome,
      reason: eligibility.reason,
      registerAddress: row.register_address,
      basis: basisOf(row),
      ...(isValid ? { dueDiligence: record } : {}),
    },
  }
}

const recordOf = ({ record_id: vettingId, record_until: until }: StatusRow): DueDiligenceRecord | null =>
  vettingId === null || until === null ? null : { vettingId, until }

const basisOf = (row: StatusRow): EligibilityBasis => ({
  subsection: row.subsection,
  foundation: row.foundation,
  deductibility: row.deductibility,
  status: row.status,
  removedOn: row.removed_on,
  leftOn: row.delisted_on,
  isUnread: row.unread_on !== null,
  // The source of a vetted organization is its vetting; that of a charity is a file, which every import renews.
  vetting: row.vetted_on === null ? null : row.source_file,
})

/** The charity, if it may receive grants from this client (§4). Throws `validation` on this field otherwise. */
export function requireSelectable(
  charity: CharityStatus | undefined,
  client: Pick<Client, 'charityRegisters'>,
  field = 'charityId',
): CharityStatus {
  if (!charity || !client.charityRegisters.includes(charity.register))
    throw fieldProblem(field, charityNotFound)
  if (charity.refusedByStaff) throw fieldProblem(field, grantIssueSentence)
  if (charity.eligibility.outcome === 'no') throw fieldProblem(field, charity.eligibility.sentence)
  return charity
}
