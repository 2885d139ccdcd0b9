import { Problem } from '../../../contract/problems.ts'
import { keysOf } from '../../../domain/keys-of.ts'
import {
  granteeStatuses,
  type ProfileFields,
  partyStatuses,
  profileFields,
  profileLevels,
} from '../profiles.contract.ts'
import type { ProfileRecord } from './profiles.queries.ts'

/** The profile of a charity without a stored one. */
const emptyProfile: ProfileFields = {
  otherNames: '',
  website: '',
  profileLink: '',
  profileLevel: 'NONE',
  comment: '',
  partyStatus: 'Active',
  partyGranteeStatus: 'Accepted',
}

export const fieldsOf = (profile: ProfileRecord | undefined): ProfileFields =>
  profile === undefined
    ? emptyProfile
    : {
        otherNames: profile.other_names ?? '',
        website: profile.website ?? '',
        profileLink: profile.candid_url ?? '',
        profileLevel: profileLevels.find(level => level === profile.profile_level) ?? 'NONE',
        comment: profile.comment ?? '',
        partyStatus: partyStatuses.find(status => status === profile.party_status) ?? 'Active',
        partyGranteeStatus:
          granteeStatuses.find(status => status === profile.party_grantee_status) ?? 'Accepted',
      }

export const fieldNames = keysOf(profileFields.shape)

/** Throws `conflict` if the profile has changed since this revision. */
export function requireRevision(stored: ProfileRecord | undefined, revision: number): void {
  if ((stored?.revision ?? 0) !== revision)
    throw new Problem('conflict', {
      detail: 'Someone else has changed this charity in the meantime. Please check it again.',
    })
}
