import * as z from 'zod/mini'
import { emailAddress } from '../../../contract/email-address.ts'
import {
  individualMaxLengths,
  missingFirstName,
  missingLastName,
  personDetails,
} from '../../../contract/individual.ts'
import { issueSentence } from '../../../contract/issue-sentences.ts'
import { requiredLine } from '../../../contract/required-text.ts'
import { oneLine, typedText } from '../../../contract/typed-text.ts'
import { missingCharity } from '../../../contract/wire.ts'
import { addMonths, asIsoDate, type IsoDate } from '../../../domain/dates.ts'
import { accountName } from '../../account-details/domain/account-name.ts'
import {
  type ContributionContent,
  contributionContent,
  missingAmount,
  missingKind,
} from '../../contributions/domain/contribution.ts'
import { isWholeOrNone, totalSentence } from '../../legacy-plan/domain/legacy-plan.ts'
import { missingPercentage, readPercentage } from '../../legacy-plan/domain/percentage.ts'
import { individualSuccessor, type ShareToSave } from '../../legacy-plan/domain/share-to-save.ts'
import { type AccountType, accountTypes, type DraftStep, draftSteps, maxDonors } from './application.ts'
import type { ApplicationDraft, DonorDraft, ShareDraft } from './draft.ts'

/** What is wrong with a step: messages by the field's path in the draft, such as `donors.0.email`. */
export type StepErrors = Record<string, string[]>

export const listedTwice = 'This donor is already listed above'
export const missingDuplicateCheck = 'Confirm that you have checked the possible duplicates'
export const maxLegalNameLength = 200
export const maxPurposeLength = 500

const accountStep = z
  .object({
    accountName,
    type: z.enum(accountTypes, 'Choose a type of account'),
    organizationLegalName: oneLine(maxLegalNameLength),
    purpose: typedText(maxPurposeLength),
  })
  .check(
    z.refine(({ type, organizationLegalName }) => type !== 'organization' || organizationLegalName !== '', {
      path: ['organizationLegalName'],
      error: 'Enter the legal name',
    }),
  )

const advisorPerson = z.object({
  firstName: requiredLine(individualMaxLengths.firstName, missingFirstName),
  lastName: requiredLine(individualMaxLengths.lastName, missingLastName),
  email: emailAddress,
})

export const youngestDonorMonths = 18 * 12
export const tooYoung = 'Donors must be 18 or older'

function birthDateError(text: string, today: IsoDate): string | null {
  const date = asIsoDate(text)
  if (date === null) return 'Enter the date of birth'
  return addMonths(date, youngestDonorMonths) > today ? tooYoung : null
}

/** The rules of one step. The browser checks them when the step is saved, and the server before the first signature. */
export function checkStep(draft: ApplicationDraft, step: DraftStep, today: IsoDate): StepErrors {
  const errors: StepErrors = {}
  const add = (field: string, message: string) => {
    errors[field] = [...(errors[field] ?? []), message]
  }
  const check = (path: string, schema: z.ZodMiniType, value: unknown) => {
    // The schema is what checks the value, whatever it is.
    const result = z.safeDecode(schema, value as never, { error: issueSentence })
    if (!result.success)
      for (const issue of result.error.issues) add([path, ...issue.path].join('.'), issue.message)
  }
  const rules: Record<DraftStep, () => void> = {
    account: () => check('account', accountStep, draft.account),
    donors: () => {
      for (const [index, donor] of draft.donors.entries()) {
        checkDonor(donor, `donors.${index}`, { check, add, today })
        if (draft.donors.findIndex(other => isSamePerson(donor, other)) < index)
          add(`donors.${index}.email`, listedTwice)
      }
      const count = donorCountError(draft)
      if (count !== null) add('donors', count)
    },
    advisor: () => {
      if (draft.advisor.has === '') add('advisor.has', 'Choose yes or no')
      if (draft.advisor.has === 'yes') check('advisor', advisorPerson, draft.advisor)
    },
    successors: () => {
      draft.successors.forEach((share, index) => {
        const path = `successors.${index}`
        if (readPercentage(share.percentage) === null) add(`${path}.percentage`, missingPercentage)
        if (share.option === 0) check(path, z.object(individualSuccessor), successorOf(share))
        else if (share.charityId === '') add(`${path}.charityId`, missingCharity)
      })
      const total = draft.successors.reduce((sum, share) => sum + (readPercentage(share.percentage) ?? 0), 0)
      if (!isWholeOrNone(total)) add('successors', totalSentence)
    },
    contribution: () => {
      if (draft.contribution.kind === '') add('contribution.kind', missingKind)
      else if (draft.contribution.kind !== 'securities' && draft.contribution.amountMinor === '')
        add('contribution.amountMinor', missingAmount)
      else check('contribution', contributionContent, contributionOf(draft))
    },
  }
  rules[step]()
  return errors
}

/** All steps that have errors. */
export function checkDraft(draft: ApplicationDraft, today: IsoDate): Partial<Record<DraftStep, StepErrors>> {
  const found: Partial<Record<DraftStep, StepErrors>> = {}
  for (const step of draftSteps) {
    const errors = checkStep(draft, step, today)
    if (Object.keys(errors).length > 0) found[step] = errors
  }
  return found
}

type Checks = {
  check: (path: string, schema: z.ZodMiniType, value: unknown) => void
  add: (field: string, message: string) => void
  today: IsoDate
}

function checkDonor(donor: DonorDraft, path: string, { check, add, today }: Checks): void {
  const { email, birthDate, ...details } = donor
  check(path, personDetails, details)
  check(`${path}.email`, emailAddress, email)
  const wrongDate = birthDateError(birthDate, today)
  if (wrongDate !== null) add(`${path}.birthDate`, wrongDate)
  // The contact rules leave both to a person's own choice; a donor must be reachable.
  if (details.address1.trim() === '' && details.city.trim() === '')
    add(`${path}.address1`, 'Enter the address')
  if (details.phone.trim() === '') add(`${path}.phone`, 'Enter a phone number')
}

const key = (text: string) => text.trim().toLowerCase()
const isSamePerson = (one: DonorDraft, other: DonorDraft): boolean =>
  key(one.email) !== '' &&
  key(one.email) === key(other.email) &&
  key(one.firstName) === key(other.firstName) &&
  key(one.lastName) === key(other.lastName)

function donorCountError({ account, donors }: ApplicationDraft): string | null {
  if (account.type === 'individual' && donors.length > 1)
    return 'Remove the other donors, or choose an account for two or more people'
  if (account.type === 'joint' && donors.length < 2)
    return 'Add another donor, or choose an account for one person'
  return donors.length > maxDonors ? `Add up to ${maxDonors} donors` : null
}

/** An individual successor as the rules of plans read it; not checked yet. */
const successorOf = ({ name, relation, email, phone, yearOfBirth }: ShareDraft) => ({
  name,
  relation: relation.trim() || null,
  email: email.trim() || null,
  phone: phone.trim() || null,
  yearOfBirth: yearOfBirth.trim() === '' ? null : Number(yearOfBirth),
})

const contributionOf = ({ contribution }: ApplicationDraft): unknown =>
  contribution.kind === 'securities'
    ? {
        kind: contribution.kind,
        assets: contribution.assets.map(({ ticker, description, quantity }) => ({
          ticker: ticker.trim() || null,
          description,
          quantity,
        })),
      }
    : { kind: contribution.kind, amountMinor: contribution.amountMinor }

/** An application that is complete. */
export type Application = {
  accountName: string
  type: AccountType
  organizationLegalName: string | null
  purpose: string | null
  donors: (DonorDraft & { birthDate: IsoDate })[]
  advisor: { firstName: string; lastName: string; email: string } | null
  shares: ShareToSave[]
  contribution: ContributionContent
}

/** @throws Error for a draft in which `checkDraft` finds anything. */
export function applicationOf(draft: ApplicationDraft): Application {
  const { account, advisor, donors, successors } = draft
  const checked = z.parse(accountStep, account)
  return {
    accountName: checked.accountName,
    type: checked.type,
    organizationLegalName: checked.type === 'organization' ? checked.organizationLegalName : null,
    purpose: checked.purpose || null,
    donors: donors.map(({ email, birthDate, ...details }) => ({
      ...z.parse(personDetails, details),
      email: z.parse(emailAddress, email),
      // The rules of the step have checked the date.
      birthDate: birthDate as IsoDate,
    })),
    advisor: advisor.has === 'yes' ? z.parse(advisorPerson, advisor) : null,
    shares: successors.map(share => {
      const shareHundredths = readPercentage(share.percentage)
      if (shareHundredths === null) throw new Error('a share is no percentage')
      return share.option === 1
        ? { option: 1, charityId: share.charityId, shareHundredths }
        : {
            option: 0,
            successorId: null,
            ...z.parse(z.object(individualSuccessor), successorOf(share)),
            shareHundredths,
          }
    }),
    // The schema checks what the draft says.
    contribution: z.decode(contributionContent, contributionOf(draft) as never),
  }
}
