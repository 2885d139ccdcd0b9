import type { Client } from '../../../clients/client.ts'
import type { CharityBrief, CharityDetails, CharityRow } from '../charities.contract.ts'
import { causeLabel } from '../domain/cause.ts'
import { taxIdOf } from '../domain/charity-labels.ts'
import { charityName } from '../domain/charity-name.ts'
import { websiteLink } from '../domain/website.ts'
import type { CharityRecord } from './charities.queries.ts'
import { eftPaymentTypeCode, eligibilityOf, isRefusedByStaff } from './charity-status.ts'

export function briefResponse(
  row: Pick<CharityRecord, 'charity_id' | 'name' | 'register' | 'number' | 'street' | 'city' | 'state'>,
): CharityBrief {
  return {
    charityId: row.charity_id,
    name: row.name,
    taxId: taxIdOf(row.charity_id),
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
    alsoKnownAs: otherNamesOf(row),
    cause: causeLabel(row.ntee),
    logoUrl: logoOf(row),
    eligibility: refusal === null ? { outcome, sentence } : { outcome: 'no', sentence: refusal },
    canBeSelected: refusal === null && outcome !== 'no' && client.charityRegisters.includes(row.register),
  }
}

/** The register's other name and those of the profile. A profile's names are written as they are. */
function otherNamesOf({ also_known_as, other_names }: CharityRecord): string | null {
  if (other_names === null) return also_known_as
  return also_known_as === null ? other_names : `${charityName(also_known_as)}; ${other_names}`
}

/** The logo of a charity that staff show; null for none. */
export const logoOf = (row: Pick<CharityRecord, 'party_status' | 'logo_name'> | undefined): string | null =>
  row === undefined || row.party_status === 'Deleted' ? null : logoAddress(row.logo_name)

/** Where the browser finds a logo; null for none. */
export const logoAddress = (logoName: string | null | undefined): string | null =>
  logoName ? `/charity-logos/${logoName}` : null

/** The charity of §2.7. Registers publish whole dollars or pounds; the response has minor units. */
export function detailsResponse(
  row: CharityRecord,
  client: Pick<Client, 'charityRegisters'>,
  sharesNameWith: CharityBrief[],
): CharityDetails {
  const detailsWithheld = row.party_status === 'Deleted'
  const unlessWithheld = <Value>(value: Value): Value | null => (detailsWithheld ? null : value)
  return {
    ...rowResponse(row, client),
    website: unlessWithheld(websiteLink(row.website)),
    candidUrl: unlessWithheld(websiteLink(row.candid_url)),
    profileLevel: row.profile_level === 'NONE' ? null : unlessWithheld(row.profile_level),
    comment: unlessWithheld(row.comment),
    grossReceipts: unlessWithheld(toMinor(row.income_whole_units)),
    totalAssets: unlessWithheld(toMinor(row.assets_whole_units)),
    defaultPaymentTypeCode: row.default_payment_type_code,
    paysByEft: row.default_payment_type_code === eftPaymentTypeCode,
    partyStatus: row.party_status,
    partyGranteeStatus: row.party_grantee_status,
    detailsWithheld,
    sharesNameWith,
  }
}

/** A charity that is no longer on a register, of which a grant has the name: nothing else is available. */
export function removedResponse(charityId: string, name: string): CharityDetails {
  return {
    charityId,
    name,
    taxId: taxIdOf(charityId),
    street: null,
    city: null,
    state: null,
    alsoKnownAs: null,
    cause: null,
    eligibility: { outcome: 'no', sentence: 'This charity is not on a register that we use.' },
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
    partyStatus: 'Unknown',
    partyGranteeStatus: 'Unknown',
    detailsWithheld: true,
    sharesNameWith: [],
  }
}

/** Rejected and deleted charities cannot be selected (§4). */
function refusalByStaff(row: CharityRecord): string | null {
  return isRefusedByStaff(row)
    ? 'Due to an issue with the charity’s status, it cannot receive a grant at this time.'
    : null
}

function toMinor(wholeUnits: bigint | null): bigint | null {
  return wholeUnits === null ? null : wholeUnits * 100n
}
