import type { Client } from '../../../../clients/client.ts'
import type { RichText } from '../../../../contract/rich-text.ts'
import { asIsoDate, formatDate, formatInstant } from '../../../../domain/dates.ts'
import { localEnglish } from '../../../../domain/local-english.ts'
import { formatMoney } from '../../../../domain/money.ts'
import { heading, paragraph, table } from '../../../../server/pdf/rich-text-parts.ts'
import { eligibilityReasons } from '../../../charities/domain/eligibility.ts'
import { dueDiligence } from '../../../charity-vetting/domain/vetting.ts'
import {
  type CertificateFacts,
  type InternalFacts,
  readCertificate,
  readInternal,
} from './certificate-facts.ts'
import type { CertificateRow } from './certificates.queries.ts'

type Style = Pick<Client, 'locale' | 'timeZone' | 'displayName'>
const titles = {
  recommend: 'Recommendation',
  approve: 'Approval',
  pay: 'Payment',
} as const satisfies Record<CertificateFacts['record']['decision']['what'], string>

/** The certificates of a grant as people read them. The file in JSON, not this text, is what the digest is of. */
export function certificateText(
  rows: readonly CertificateRow[],
  { style, withInternal }: { style: Style; withInternal: boolean },
): RichText {
  return rows.flatMap(row => {
    const facts = readCertificate(row.certificate)
    const { decision } = facts.record
    return [
      heading(`${titles[decision.what]}, ${timeOf(decision.at, style)}`, `step-${decision.step}`),
      table(
        ['Certificate', facts.number],
        [
          ...publicRows(facts, style),
          ...(withInternal ? internalRows(readInternal(row.internal), style) : []),
        ],
      ),
      ...digestsOf(row, facts, withInternal).map(paragraph),
    ]
  })
}

/** Lines of their own: a digest is one word, for which a table would take the room of its labels. */
function digestsOf(row: CertificateRow, facts: CertificateFacts, withInternal: boolean): string[] {
  const { digest } = facts.record.register
  const papers = withInternal ? readInternal(row.internal).papers : []
  return [
    ...(digest === null ? [] : [`SHA-256 digest of the register file: ${digest}`]),
    ...papers.map(paper => `SHA-256 digest of the paper ${paper.name}: ${paper.digest}`),
    `SHA-256 digest of the certificate: ${row.digest.toString('hex')}`,
    `SHA-256 digest of the certificate before it: ${facts.previous}`,
  ]
}

const timeOf = (at: string, { locale, timeZone }: Style) => formatInstant(at, { locale, timeZone })
const dayOf = (text: string, { locale }: Style) => {
  const day = asIsoDate(text)
  return day === null ? text : formatDate(day, locale)
}

/** A reason that is no longer in use is shown by its key. */
const reasonSentence = (reason: string) =>
  Object.entries(eligibilityReasons).find(([key]) => key === reason)?.[1].sentence ?? reason

/** Rows whose value the certificate does not have are left out. */
const present = (rows: readonly (readonly [label: string, value: string | null])[]): string[][] =>
  rows.flatMap(([label, value]) => (value === null || value === '' ? [] : [[label, value]]))

function publicRows({ record }: CertificateFacts, style: Style): string[][] {
  const { charity, decision, eligibility, grant, register } = record
  return present([
    ['Grant', `${grant.transactionId}, Account ID ${grant.fundId}`],
    ['Amount', formatMoney(BigInt(grant.amountMinor), grant.currency, style.locale)],
    ['Charity', charity.name],
    ['Number', charity.number],
    ['Address on the register', charity.address],
    ['Subsection of 501(c)', charity.subsectionCode],
    ['Class under section 509(a)', charity.class509],
    ['Code of the class', charity.foundationCode],
    ['Code of deductibility', charity.deductibilityCode],
    ['Status on the register', charity.status],
    ['Eligibility', eligibility.reason && reasonSentence(eligibility.reason)],
    ['Register file', register.file],
    ['Date of the file', register.fileDate === null ? null : dayOf(register.fileDate, style)],
    ['Line of the file', register.line],
    ['Decided by', decision.by ?? style.displayName],
    ['Message', decision.message],
  ])
}

function internalRows(internal: InternalFacts, style: Style): string[][] {
  const { controlsSupported, decidedBy, papers, reason, screening, vetting } = internal
  return present([
    ['Name of the person', decidedBy.name],
    ['Internal reason', reason],
    [
      localEnglish('People of the fund control the supported organisation', style.locale),
      controlsSupported === null ? null : controlsSupported ? 'Yes' : 'No',
    ],
    [
      vetting?.basis === dueDiligence ? 'Due diligence valid until' : 'Vetted until',
      vetting && dayOf(vetting.expiresOn, style),
    ],
    ...papers.map(({ name }) => ['Paper', name] as const),
    ...screening.map(each => ['Compared with a sanctions list', screeningSentence(each, style)] as const),
  ])
}

function screeningSentence(
  { names, list, listDate, screenedAt, findings }: InternalFacts['screening'][number],
  style: Style,
): string {
  const compared = `${names.join('; ')} with ${list.toUpperCase()} of ${dayOf(listDate, style)}, ${timeOf(screenedAt, style)}`
  if (findings.length === 0) return `${compared}: no name is similar.`
  return `${compared}: ${findings.map(each => `${each.listedName} (${each.state}${each.reason === null ? '' : `: ${each.reason}`})`).join('; ')}.`
}
