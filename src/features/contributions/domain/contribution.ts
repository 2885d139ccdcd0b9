import * as z from 'zod/mini'
import type { AccountStatus } from '../../../contract/account-overview.contract.ts'
import { missingReason, requiredLine, requiredText } from '../../../contract/required-text.ts'
import { oneLine } from '../../../contract/typed-text.ts'
import { amountAboveZero } from '../../../contract/wire.ts'
import type { StatusSign } from '../../../domain/status-sign.ts'

export const contributionKinds = ['cash', 'wire', 'securities'] as const
export type ContributionKind = (typeof contributionKinds)[number]

/** The kinds of document that donors sign for a contribution; each has a managed text of the same name. */
export const contributionDocumentKinds = ['letter-of-authorization', 'gift-agreement'] as const
export type ContributionDocumentKind = (typeof contributionDocumentKinds)[number]

/** Each kind of contribution: its label, and the document that its donors sign. */
export const kindsOfContribution = {
  cash: { label: 'Cash', document: 'gift-agreement' },
  wire: { label: 'Bank transfer', document: 'letter-of-authorization' },
  securities: { label: 'Securities', document: 'letter-of-authorization' },
} as const satisfies Record<ContributionKind, { label: string; document: ContributionDocumentKind }>

/** The title of a document whose managed text has none. */
export function titleOfDocument(kind: ContributionDocumentKind, locale: string): string {
  if (kind === 'gift-agreement') return 'Gift Agreement'
  return locale === 'en-GB' ? 'Letter of Authorisation' : 'Letter of Authorization'
}

export const contributionStates = [
  'announced',
  'expected',
  'received',
  'cancelled',
  'reversed',
  'bounced',
] as const
export type ContributionState = (typeof contributionStates)[number]

/** What staff filter by: a state, or what was received before payers were asked for and has no receipt until staff say who gave it. */
export const contributionFilters = [...contributionStates, 'without-payer'] as const
export type ContributionFilter = (typeof contributionFilters)[number]

/** Whether it has not arrived yet: the people of the account announced it, or staff expect it. */
export const isAwaited = (state: ContributionState | undefined): state is 'announced' | 'expected' =>
  state === 'announced' || state === 'expected'

export const contributionStateLabels = {
  announced: 'Announced',
  expected: 'Expected',
  received: 'Received',
  cancelled: 'Cancelled',
  reversed: 'Reversed',
  bounced: 'Not paid by the bank',
} as const satisfies Record<ContributionState, string>

export const contributionFilterLabels = {
  ...contributionStateLabels,
  'without-payer': 'No payer',
} as const satisfies Record<ContributionFilter, string>

/** The sign of each state, as staff see it. */
export const contributionSigns = {
  announced: 'waiting',
  expected: 'waiting',
  received: 'done',
  cancelled: 'ended',
  reversed: 'refused',
  bounced: 'refused',
} as const satisfies Record<ContributionState, StatusSign>

export const documentStates = ['preparing', 'pending', 'signed', 'declined', 'voided', 'filed'] as const
export type DocumentState = (typeof documentStates)[number]

export const documentStateLabels = {
  preparing: 'Being prepared',
  pending: 'Waiting for signatures',
  signed: 'Signed, being filed',
  declined: 'Declined',
  voided: 'Withdrawn',
  filed: 'Signed and filed',
} as const satisfies Record<DocumentState, string>

export const maxAssetLines = 20
export const maxCancelReasonLength = 500

export const assetMaxLengths = { ticker: 12, description: 120 } as const

/** A decimal number as text, because shares have fractions. */
export const quantityOfAsset = z.string().check(
  z.trim(),
  z.regex(/^\d{1,12}(\.\d{1,6})?$/, 'Enter a number, with up to 6 decimals'),
  z.refine(text => /[1-9]/.test(text), 'Enter a quantity above 0'),
)

/** A line of securities. */
const assetLine = z.object({
  ticker: z.nullable(
    oneLine(assetMaxLengths.ticker).check(
      z.toUpperCase(),
      z.regex(/^[A-Z0-9][A-Z0-9.-]*$/, 'Use letters and digits; dots and hyphens may stand between'),
    ),
  ),
  description: requiredLine(assetMaxLengths.description, 'Describe the asset'),
  quantity: quantityOfAsset,
})
export type AssetLine = z.output<typeof assetLine>

/** The lines of a contribution of securities. */
export const assetLines = z
  .array(assetLine)
  .check(z.minLength(1, 'Add an asset'), z.maxLength(maxAssetLines, `Add up to ${maxAssetLines} assets`))

export const missingKind = 'Choose what is given'
export const missingAmount = 'Enter the amount'

/** What a contribution consists of: an amount, or lines of securities. */
export const contributionContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['cash', 'wire']), amountMinor: amountAboveZero }),
  z.object({
    kind: z.literal('securities'),
    assets: assetLines,
  }),
])
export type ContributionContent = z.output<typeof contributionContent>

export const cancelReason = requiredText(maxCancelReasonLength, missingReason)

/** `AAPL, Apple Inc., 120.5`: a line of assets in a sentence. */
export const assetText = ({ ticker, description, quantity }: AssetLine, locale: string): string =>
  `${formatQuantity(quantity, locale)} × ${ticker === null ? description : `${description} (${ticker})`}`

/** Digits are grouped as text, because a number would lose decimals. */
export function formatQuantity(quantity: string, locale: string): string {
  const [whole = '0', decimals = ''] = quantity.split('.')
  const shown = decimals.replace(/0+$/, '')
  return `${BigInt(whole).toLocaleString(locale)}${shown === '' ? '' : `.${shown}`}`
}

/** An account that was entered becomes active by its signed documents; nothing is signed for one on hold or closed (§16). */
export const acceptsSignatures = (status: AccountStatus): boolean =>
  status === 'Entered' || status === 'Active'

/** A bank transfer arrives or does not, and securities are credited or not. */
export const onlyChecksBounce = 'Only a contribution by cheque can bounce.'

/** What staff do about a contribution that they cannot reverse, because a closed account takes no entry. */
export const closedToReversal =
  'This account is closed, so nothing can be posted to it. Open it again before you reverse the contribution.'
