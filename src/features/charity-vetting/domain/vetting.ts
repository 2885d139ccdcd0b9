import { addMonths, type IsoDate } from '../../../domain/dates.ts'

/** Why a body on no register may receive grants (§13), by country. */
export const vettingBases = {
  US: ['government', 'church', 'group-exemption'],
  GB: ['hmrc-recognised', 'church', 'government'],
} as const

export const allVettingBases = ['government', 'church', 'group-exemption', 'hmrc-recognised'] as const
type VettingBasis = (typeof allVettingBases)[number]

export const vettingBasisLabels = {
  government: 'A government or public body',
  church: 'A church or other house of worship',
  'group-exemption': 'A member of a group exemption',
  'hmrc-recognised': 'Recognised by HMRC',
} as const satisfies Record<VettingBasis, string>

/** A vetting is valid for three years at most, like the due diligence on payments abroad (ITA 2007 s.547). */
const maxVettingMonths = 36

export const latestExpiry = (today: IsoDate): IsoDate => addMonths(today, maxVettingMonths)

/** The first day on which staff are reminded that a vetting ends. */
export const renewalDays = 90

export const maxVettingDocuments = 10
