import type { Client } from '../../../clients/client.ts'
import type { Block, RichText } from '../../../contract/rich-text.ts'
import { addressText, phoneText } from '../../../domain/countries.ts'
import { dateOf, formatDate } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { formatMoney } from '../../../domain/money.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import { heading, table } from '../../../server/pdf/blocks.ts'
import { formatQuantity, kindsOfContribution } from '../../contributions/domain/contribution.ts'
import {
  type DocumentContent,
  signatureBlocks,
  sponsorNamed,
} from '../../contributions/server/document-content.ts'
import { percentage } from '../../legacy-plan/domain/legacy-plan.ts'
import { accountTypeText } from '../domain/application.ts'
import type { Application } from '../domain/check-step.ts'

type About = {
  reference: bigint
  client: Client
  currency: Client['book']['currency']
  /** The names of the charities among the successors, by their id. */
  charities: ReadonlyMap<string, string>
  at: Date
}

/** A fact that need not be known. */
const optional = (label: string, text: string | null): [string, string][] =>
  text === null ? [] : [[label, text]]

/** The application as it is signed: everything that was filled in, then the managed text, then the signers. */
export function contentOf(
  template: { title: string | null; body: RichText },
  application: Application,
  about: About,
): DocumentContent {
  const { client, reference, at } = about
  const { accountName, type, organizationLegalName, purpose, donors, advisor } = application
  const facts: [string, string][] = [
    ['Application', String(reference)],
    ['Applied to', sponsorNamed(client)],
    ['Account name', accountName],
    ['Type of account', accountTypeText(type, client.locale)],
    ...optional('Legal name', organizationLegalName),
    ...optional('Purpose', purpose),
    [
      localEnglish('Adviser', client.locale),
      advisor === null ? 'None' : `${advisor.firstName} ${advisor.lastName}, ${advisor.email}`,
    ],
    ['Date', formatDate(dateOf(at, client.timeZone), client.locale)],
  ]
  return {
    title: template.title ?? 'Application',
    text: [
      table(['This application', 'Details'], facts),
      ...donors.flatMap((donor, index) => donorBlocks(donor, index, client)),
      ...successorBlocks(application, about),
      ...contributionBlocks(application, about),
      ...template.body,
      ...signatureBlocks(donors.map(nameOf)),
    ],
  }
}

function donorBlocks(donor: Application['donors'][number], index: number, client: Client): Block[] {
  const { title, firstName, middleName, lastName, suffix, email, birthDate, phone, phoneCountryCode } = donor
  return [
    heading(`Donor ${index + 1}`, `donor-${index + 1}`),
    table(
      ['Donor', 'Details'],
      [
        ['Name', [title, firstName, middleName, lastName, suffix].filter(Boolean).join(' ')],
        ['Date of birth', formatDate(birthDate, client.locale)],
        ['Address', addressText(donor, client.locale)],
        ['E-mail', email],
        ['Phone', phoneText(phoneCountryCode, phone)],
      ],
    ),
  ]
}

function successorBlocks({ shares }: Application, { charities }: About): Block[] {
  if (shares.length === 0) return []
  return [
    heading('Legacy plan', 'legacy-plan'),
    table(
      ['Successor', 'Share'],
      shares.map(share => [
        share.option === 1 ? (charities.get(share.charityId) ?? share.charityId) : share.name,
        percentage(share.shareHundredths),
      ]),
    ),
  ]
}

function contributionBlocks({ contribution }: Application, { client, currency }: About): Block[] {
  const label = localEnglish(kindsOfContribution[contribution.kind].label, client.locale)
  const rows =
    contribution.kind === 'securities'
      ? contribution.assets.map(({ ticker, description, quantity }) => [
          ticker === null ? description : `${description} (${ticker})`,
          formatQuantity(quantity, client.locale),
        ])
      : [[label, formatMoney(contribution.amountMinor, currency, client.locale)]]
  const head = contribution.kind === 'securities' ? ['Asset', 'Quantity'] : ['First contribution', 'Amount']
  return [heading('First contribution', 'first-contribution'), table(head, rows)]
}
