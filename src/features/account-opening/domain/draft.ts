import * as z from 'zod/mini'
import { maxEmailLength } from '../../../contract/email-address.ts'
import { contactFields, nameFields, noDetails } from '../../../contract/individual.ts'
import { atMost } from '../../../contract/typed-text.ts'
import { maxAssetLines } from '../../contributions/domain/contribution.ts'
import { maxShares } from '../../legacy-plan/domain/legacy-plan.ts'
import { accountTypes, maxDonors } from './application.ts'

/** What is typed into a field so far. The rules of each step follow when it is complete (check-step.ts). */
const typed = (maxLength = 200) => z.string().check(atMost(maxLength))

/** The fields of a donor: name and contact (§3), e-mail, date of birth as YYYY-MM-DD. */
const donorFields = [...nameFields, 'email', 'birthDate', ...contactFields] as const
type DonorField = (typeof donorFields)[number]
export type DonorDraft = Record<DonorField, string>

// Built from the list, so that no field is left out.
const donorDraft = z.object(
  Object.fromEntries(donorFields.map(field => [field, typed()])) as Record<
    DonorField,
    ReturnType<typeof typed>
  >,
)

const shareDraft = z.object({
  /** §3: 0 an individual successor, 1 a charitable beneficiary. */
  option: z.union([z.literal(0), z.literal(1)]),
  name: typed(),
  relation: typed(),
  email: typed(maxEmailLength),
  phone: typed(),
  yearOfBirth: typed(),
  /** Of a charity; empty for a person. */
  charityId: typed(20),
  /** As it is typed, without the sign. */
  percentage: typed(20),
})
export type ShareDraft = z.output<typeof shareDraft>

const assetDraft = z.object({ ticker: typed(), description: typed(), quantity: typed() })
type AssetDraft = z.output<typeof assetDraft>

/** An application as it is filled in: each step is one of its parts. */
export const applicationDraft = z.object({
  account: z.object({
    accountName: typed(),
    type: z.enum(['', ...accountTypes]),
    organizationLegalName: typed(),
    purpose: typed(600),
  }),
  donors: z
    .array(donorDraft)
    .check(z.minLength(1, 'Add a donor'), z.maxLength(maxDonors, `Add up to ${maxDonors} donors`)),
  advisor: z.object({
    /** Whether the account has an advisor; empty: not answered. */
    has: z.enum(['', 'yes', 'no']),
    firstName: typed(),
    lastName: typed(),
    email: typed(maxEmailLength),
  }),
  successors: z.array(shareDraft).check(z.maxLength(maxShares, `Name up to ${maxShares} successors`)),
  contribution: z.object({
    kind: z.enum(['', 'cash', 'wire', 'securities']),
    /** Minor units as digits; empty: none was typed. */
    amountMinor: z.string().check(z.regex(/^\d{0,15}$/, 'Enter an amount')),
    assets: z.array(assetDraft).check(z.maxLength(maxAssetLines, `Add up to ${maxAssetLines} assets`)),
  }),
})
export type ApplicationDraft = z.output<typeof applicationDraft>

export const emptyDonor = (country: string): DonorDraft => {
  const {
    company: _company,
    businessName: _businessName,
    yearOfBirth: _year,
    ...contact
  } = noDetails(country)
  const name = { title: '', firstName: '', middleName: '', lastName: '', suffix: '' }
  return { ...name, email: '', birthDate: '', ...contact }
}

export const emptyShare = (option: 0 | 1): ShareDraft => ({
  option,
  name: '',
  relation: '',
  email: '',
  phone: '',
  yearOfBirth: '',
  charityId: '',
  percentage: '',
})

export const emptyAsset = (): AssetDraft => ({ ticker: '', description: '', quantity: '' })

/** An empty application. @param country the client's, ISO 3166 alpha-2. */
export const emptyDraft = (country: string): ApplicationDraft => ({
  account: { accountName: '', type: '', organizationLegalName: '', purpose: '' },
  donors: [emptyDonor(country)],
  advisor: { has: '', firstName: '', lastName: '', email: '' },
  successors: [],
  contribution: { kind: '', amountMinor: '', assets: [emptyAsset()] },
})
