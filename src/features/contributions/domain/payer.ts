import * as z from 'zod/mini'
import { maxMessageLength, requiredLine } from '../../../contract/required-text.ts'
import { typedText } from '../../../contract/typed-text.ts'
import type { WayToGive } from './announcement.ts'
import type { ContributionKind } from './contribution.ts'

/** Who gives. The kind decides what the receipt says. */
export const payerKinds = ['individual', 'joint', 'company', 'trust', 'sponsor', 'foundation', 'ira'] as const
export type PayerKind = (typeof payerKinds)[number]

export const payerKindLabels = {
  individual: 'One person',
  joint: 'Several people together',
  company: 'Company',
  trust: 'Trust or estate',
  sponsor: 'Another donor-advised fund sponsor',
  foundation: 'Private foundation',
  ira: 'Individual retirement account (IRA)',
} as const satisfies Record<PayerKind, string>

/** Whose gift may be deducted. Money of the others was deducted before, or was never taxed. */
export const mayDeduct = (kind: PayerKind): boolean =>
  kind === 'individual' || kind === 'joint' || kind === 'company' || kind === 'trust'

/** What a contribution is in the ledger. Money of another sponsor was given and deducted before; securities are posted as such whoever gives them. */
export const entryKindOf = <Kind extends ContributionKind>(kind: Kind, payer: Pick<Payer, 'kind'> | null) =>
  kind !== 'securities' && payer?.kind === 'sponsor'
    ? 'contribution_sponsor'
    : (`contribution_${kind}` as const)

export const maxPayerNameLength = 200
export const maxAddressLength = 300
const maxAddressLines = 6

export const missingPayerName = 'Enter the payer’s name'
export const missingAcceptance = 'Say why we accept money from an IRA'

const postalAddress = typedText(maxAddressLength).check(
  z.minLength(1),
  z.refine(text => text.split('\n').length <= maxAddressLines, `Use up to ${maxAddressLines} lines`),
)

/** Who gives a contribution: they get the receipt. */
export const payer = z
  .object({
    kind: z.enum(payerKinds, 'Choose who the payer is'),
    name: requiredLine(maxPayerNameLength, missingPayerName),
    /** Null: not known, and not on the receipt. */
    address: z.nullable(postalAddress),
    /** Why the sponsor accepts money from an IRA, which is no qualified charitable distribution; null for other payers. */
    acceptanceReason: z.nullable(typedText(maxMessageLength).check(z.minLength(1, missingAcceptance))),
  })
  .check(
    z.refine(({ kind, acceptanceReason }) => (kind === 'ira') === (acceptanceReason !== null), {
      path: ['acceptanceReason'],
      error: missingAcceptance,
    }),
  )
export type Payer = z.output<typeof payer>

/** How a contribution came, which says what its date of gift is. */
export const contributionMethods = [
  'check',
  'card',
  'wire',
  'dtc',
  'crest',
  'fund-shares',
  'certificate',
] as const
export type ContributionMethod = (typeof contributionMethods)[number]

/** What staff call each way, and the day that counts as the date of gift in the United States. */
export const methodTexts = {
  check: { label: 'Cheque', giftDate: 'The postmark, or the day on which it was handed over' },
  card: { label: 'Card', giftDate: 'The day on which the card was charged' },
  wire: { label: 'Bank transfer', giftDate: 'The day on which our account was credited' },
  dtc: { label: 'DTC transfer', giftDate: 'The day on which our account received the shares' },
  crest: { label: 'CREST transfer', giftDate: 'The day on which our account received the shares' },
  'fund-shares': {
    label: 'Transfer of fund shares',
    giftDate: 'The day on which the fund registered them in our name',
  },
  certificate: {
    label: 'Share certificate',
    giftDate: 'The postmark, or the day on which it was handed over',
  },
} as const satisfies Record<ContributionMethod, { label: string; giftDate: string }>

/** Which day is the date of gift, for staff; null for a way that is not chosen yet. In Britain a cheque counts once it has cleared. */
export function giftDateRule(method: ContributionMethod | null, locale: string): string {
  const isBritish = locale === 'en-GB'
  if (method === null)
    return isBritish
      ? 'The day on which a cheque cleared, a card was charged or our account had it'
      : 'Postmark, receipt{,} or charge'
  return method === 'check' && isBritish ? 'The day on which it cleared' : methodTexts[method].giftDate
}

/** The ways in which each kind comes, the usual one first. */
export const methodsOf = {
  cash: ['check', 'card', 'wire'],
  wire: ['wire'],
  securities: ['dtc', 'crest', 'fund-shares', 'certificate'],
} as const satisfies Record<ContributionKind, readonly ContributionMethod[]>

/** Only a check bounces. Money that came in an unknown way counts as a check, unless another sponsor was announced, which sends wires. */
export const mayBounce = ({
  kind,
  method,
  announced,
}: {
  kind: ContributionKind
  method: ContributionMethod | null
  announced: { way: WayToGive } | null
}): boolean => kind === 'cash' && (method === 'check' || (method === null && announced?.way !== 'sponsor'))
