import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { requiredMessage } from '../../contract/required-text.ts'
import { oneLine, typedText } from '../../contract/typed-text.ts'
import { charityId, command, revisionFrom, wholeNumber } from '../../contract/wire.ts'
import { charityRow } from '../charities/charities.contract.ts'
import { withProtocol } from '../charities/domain/website.ts'

export const profileLevels = ['NONE', 'BRONZE', 'SILVER', 'GOLD', 'PLATINUM'] as const
export const partyStatuses = ['Active', 'Deleted'] as const
export const granteeStatuses = ['Accepted', 'Review', 'Rejected'] as const

const address = oneLine(300).check(
  z.overwrite(withProtocol),
  z.refine(
    text => text === '' || /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(text),
    'Enter a web address, such as www.example.org',
  ),
)

/** The profile of a charity without its payee, which two people change. An empty text means that there is no value. */
export const profileFields = z.object({
  /** Separated by semicolons; the search finds the charity by their words. */
  otherNames: oneLine(300),
  website: address,
  /** A public profile, such as that of Candid. */
  profileLink: address,
  profileLevel: z.enum(profileLevels),
  comment: typedText(2000),
  /** Deleted charities are not selected, approved or paid. */
  partyStatus: z.enum(partyStatuses),
  /** Rejected ones likewise. */
  partyGranteeStatus: z.enum(granteeStatuses),
})
export type ProfileFields = z.output<typeof profileFields>

const change = z.object({
  revision: z.int(),
  actorName: z.string(),
  at: z.string(),
  reason: z.string(),
  /** The names of the fields that changed, with their values as text. */
  fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
})

const charityProfile = z.object({
  charity: charityRow,
  /** 0: it has no profile yet. */
  revision: z.int(),
  fields: profileFields,
  /** Where its logo is, also that of a charity whose details are withheld; null for none. */
  logoUrl: z.nullable(z.string()),
  /** The latest first, at most 50. */
  changes: z.array(change),
})
export type CharityProfileDetails = z.output<typeof charityProfile>

export const getCharityProfile = endpoint({
  method: 'GET',
  path: '/api/charity-profiles/{charityId}',
  summary: 'Returns the profile of a charity, which the sponsor’s staff maintain, with every change',
  access: 'SUPER_DASHBOARD_VIEW',
  params: z.object({ charityId }),
  reply: charityProfile,
})

export const profileReason = requiredMessage('Enter the reason for the change')

export const changeCharityProfile = endpoint({
  method: 'POST',
  path: '/api/charity-profiles/{charityId}',
  summary: 'Changes the profile of a charity; a revision that is not the latest is a conflict',
  access: 'CHARITY_EDIT',
  records: ['charity-profile-changed'],
  params: z.object({ charityId }),
  body: command(
    z.object({
      revision: revisionFrom(0),
      fields: profileFields,
      reason: profileReason,
    }),
  ),
  reply: charityProfile,
})

export const logoMaxBytes = 1_000_000

export const uploadCharityLogo = endpoint({
  method: 'POST',
  path: '/api/charity-profiles/{charityId}/logo',
  summary: 'Stores a picture as the logo of a charity, in place of the one before',
  access: 'CHARITY_EDIT',
  records: ['charity-profile-changed'],
  params: z.object({ charityId }),
  query: z.object({ revision: wholeNumber(0, 1_000_000) }),
  upload: { maxBytes: logoMaxBytes },
  reply: charityProfile,
})

export const removeCharityLogo = endpoint({
  method: 'POST',
  path: '/api/charity-profiles/{charityId}/logo/remove',
  summary: 'Removes the logo of a charity',
  access: 'CHARITY_EDIT',
  records: ['charity-profile-changed'],
  params: z.object({ charityId }),
  body: command(z.object({ revision: revisionFrom(0) })),
  reply: charityProfile,
})
