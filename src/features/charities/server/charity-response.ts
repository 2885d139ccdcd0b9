import type { Client } from '../../../clients/client.ts'
import type { CharityBrief, CharityDetails, CharityRow } from '../charities.contract.ts'
import { causeLabel } from '../domain/cause.ts'
import { formatEin } from '../domain/us-number.ts'
import { websiteLink } from '../domain/website.ts'
import type { CharityRecord } from './charities.queries.ts'
import { eftPaymentTypeCode, eligibilityOf, isRefusedByStaff } from './charity-status.ts'

export function briefResponse(
  row: Pick<CharityRecord, 'charity_id' | 'name' | 'register' | 'number' | 'street' | 'city' | 'state'>,
): CharityBrief {
  return {
    charityId: row.charity_id,
    name: row.name,
    taxId: row.register === 'irs-bmf' ? formatEin(row.number) : row.number,
    street: row.street,
    city: row.city,
    state: row.state,
  }
}

export function rowResponse(row: CharityRecord, client: Pick<Client, 'charityRegisters'>): CharityRow {
  const { outcome, sentence } = eligibilityOf(row)
  const refusal = refusalByStaff(row)
  return {
    ...briefResponse(row),
    alsoKnownAs: row.also_known_as,
    cause: causeLabel(row.ntee),
    eligibility: refusal === null ? { outcome, sentence } : { outcome: 'no', sentence: refusal },
    canBeSelected: refusal === null && outcome !== 'no' && client.charityRegisters.includes(row.register),
  }
}

/** §2.7's charity. Registers publish whole dollars or pounds; on the wire all money is in minor units. */
export function detailsResponse(
  row: CharityRecord,
  inCharityList: boolean,
  client: Pick<Client, 'charityRegisters'>,
): CharityDetails {
  const detailsWithheld = row.party_status === 'Deleted'
  const shown = <Value>(value: Value): Value | null => (detailsWithheld ? null : value)
  return {
    ...rowResponse(row, client),
    website: shown(websiteLink(row.website)),
    candidUrl: shown(websiteLink(row.candid_url)),
    logoUrl: shown(websiteLink(row.logo_url)),
    profileLevel: row.profile_level === 'NONE' ? null : shown(row.profile_level),
    comment: shown(row.comment),
    grossReceipts: shown(inMinor(row.income_whole_units)),
    totalAssets: shown(inMinor(row.assets_whole_units)),
    defaultPaymentTypeCode: row.default_payment_type_code,
    paysByEft: row.default_payment_type_code === eftPaymentTypeCode,
    inCharityList,
    partyStatus: row.party_status,
    partyGranteeStatus: row.party_grantee_status,
    detailsWithheld,
  }
}

/** A charity that no register of ours holds any more, but that the fund has granted to: its name, and that is all. */
export function removedResponse(charityId: string, name: string, inCharityList: boolean): CharityDetails {
  return {
    charityId,
    name,
    taxId: charityId,
    street: null,
    city: null,
    state: null,
    alsoKnownAs: null,
    cause: null,
    eligibility: { outcome: 'no', sentence: 'This charity stands on no register that we read.' },
    canBeSelected: false,
    website: null,
    candidUrl: null,
    logoUrl: null,
    profileLevel: null,
    comment: null,
    grossReceipts: null,
    totalAssets: null,
    defaultPaymentTypeCode: null,
    paysByEft: false,
    inCharityList,
    partyStatus: 'Unknown',
    partyGranteeStatus: 'Unknown',
    detailsWithheld: true,
  }
}

/** §4: Rejected or Deleted charities cannot be selected. */
function refusalByStaff(row: CharityRecord): string | null {
  return isRefusedByStaff(row)
    ? "Due to an issue with the charity's status, it cannot receive a grant at this time."
    : null
}

function inMinor(wholeUnits: bigint | null): bigint | null {
  return wholeUnits === null ? null : wholeUnits * 100n
}
