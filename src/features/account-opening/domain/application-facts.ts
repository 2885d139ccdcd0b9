import { addressText, phoneText } from '../../../domain/countries.ts'
import { asIsoDate, formatDate } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import { kindsOfContribution } from '../../contributions/domain/contribution.ts'
import { accountTypeText, type DraftStep, stepTitles } from './application.ts'
import type { ApplicationDraft, DonorDraft } from './draft.ts'

/** What was filled in, for people to read: each step's facts. */
export type FactsOfStep = {
  step: DraftStep
  title: string
  groups: { title: string | null; facts: { term: string; description: string }[] }[]
}

type Style = { locale: 'en-US' | 'en-GB'; currency: Currency; showsPlan: boolean }

const missing = 'Not provided'
const fact = (term: string, text: string) => ({ term, description: text.trim() === '' ? missing : text })
const optional = (term: string, text: string) => (text.trim() === '' ? [] : [{ term, description: text }])

export function applicationFacts(draft: ApplicationDraft, style: Style): FactsOfStep[] {
  const steps: FactsOfStep[] = [
    {
      step: 'account',
      title: stepTitles.account,
      groups: [{ title: null, facts: accountFacts(draft, style) }],
    },
    {
      step: 'donors',
      title: stepTitles.donors,
      groups: draft.donors.map((donor, index) => ({
        title: `Donor ${index + 1}`,
        facts: donorFacts(donor, style),
      })),
    },
    {
      step: 'advisor',
      title: localEnglish('Adviser', style.locale),
      groups: [{ title: null, facts: advisorFacts(draft) }],
    },
    ...(style.showsPlan
      ? [
          {
            step: 'successors' as const,
            title: stepTitles.successors,
            groups: [{ title: null, facts: successorFacts(draft) }],
          },
        ]
      : []),
    {
      step: 'contribution',
      title: stepTitles.contribution,
      groups: [{ title: null, facts: contributionFacts(draft, style) }],
    },
  ]
  return steps
}

const accountFacts = ({ account }: ApplicationDraft, { locale }: Style) => [
  fact('Account name', account.accountName),
  fact('Type', account.type === '' ? '' : accountTypeText(account.type, locale)),
  ...(account.type === 'organization' ? [fact('Legal name', account.organizationLegalName)] : []),
  ...optional('Purpose', account.purpose),
]

function donorFacts(donor: DonorDraft, { locale }: Style) {
  const birthDate = asIsoDate(donor.birthDate)
  return [
    fact(
      'Name',
      [donor.title, donor.firstName, donor.middleName, donor.lastName, donor.suffix]
        .filter(Boolean)
        .join(' '),
    ),
    fact('Date of birth', birthDate === null ? '' : formatDate(birthDate, locale)),
    fact('E-mail', donor.email),
    fact('Address', addressText(donor, locale)),
    fact('Phone', phoneText(donor.phoneCountryCode, donor.phone)),
  ]
}

const advisorFacts = ({ advisor }: ApplicationDraft) =>
  advisor.has === 'yes'
    ? [fact('Name', `${advisor.firstName} ${advisor.lastName}`), fact('E-mail', advisor.email)]
    : [fact('Name', advisor.has === 'no' ? 'None' : '')]

const successorFacts = ({ successors }: ApplicationDraft) =>
  successors.length === 0
    ? [fact('Successors', 'None')]
    : successors.map(share =>
        fact(share.name || missing, share.percentage === '' ? '' : `${share.percentage.replace('%', '')}%`),
      )

function contributionFacts({ contribution }: ApplicationDraft, { locale, currency }: Style) {
  const { kind, amountMinor, assets } = contribution
  if (kind === '') return [fact('What you will contribute first', '')]
  const label = localEnglish(kindsOfContribution[kind].label, locale)
  if (kind !== 'securities')
    return [fact(label, amountMinor === '' ? '' : formatMoney(BigInt(amountMinor), currency, locale))]
  return assets.map(({ ticker, description, quantity }) =>
    fact(ticker === '' ? description : `${description} (${ticker})`, quantity),
  )
}
