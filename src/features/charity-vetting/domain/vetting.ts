import { addMonths, type IsoDate } from '../../../domain/dates.ts'

/** Why a body on no register may receive grants (§13), by country. */
export const vettingBases = {
  US: ['government', 'church', 'group-exemption'],
  GB: ['hmrc-recognised', 'church', 'government'],
} as const

/** The basis of a record about a charity of a register, which a book that pays abroad asks for beside it. */
export const dueDiligence = 'due-diligence'

export const allVettingBases = [
  'government',
  'church',
  'group-exemption',
  'hmrc-recognised',
  dueDiligence,
] as const
type VettingBasis = (typeof allVettingBases)[number]

export const vettingBasisLabels = {
  government: 'A government or public body',
  church: 'A church or other house of worship',
  'group-exemption': 'A member of a group exemption',
  'hmrc-recognised': 'Recognised by HMRC',
  'due-diligence': 'Due diligence for payments abroad',
} as const satisfies Record<VettingBasis, string>

/** A vetting is valid for three years at most, like the due diligence on payments abroad (ITA 2007 s.547). */
const maxVettingMonths = 36

export const latestExpiry = (today: IsoDate): IsoDate => addMonths(today, maxVettingMonths)

/** How many days before its last day staff are reminded of a vetting. */
const renewalDays = 90
/** The same for a record of due diligence, of which they get an e-mail too. */
export const diligenceRenewalDays = 60

export const renewalDaysOf = (basis: VettingBasis): number =>
  basis === dueDiligence ? diligenceRenewalDays : renewalDays

export const maxVettingDocuments = 10

/** Of a vetting in force, on a day: until its last days, in them, and after them. */
export const vettingValidities = ['valid', 'ending', 'expired'] as const

/** What staff vet: organizations on no register, and those of a register that a book pays abroad. */
export const vettedSubjects = ['no-register', dueDiligence] as const
export type VettedSubject = (typeof vettedSubjects)[number]
