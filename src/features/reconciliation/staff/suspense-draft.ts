import * as z from 'zod/mini'
import { requiredReason } from '../../../contract/required-text.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { draftOf, type PayerDraft, readPayer } from '../../contributions/staff/payer-draft.ts'
import { type SuspenseEnd, suspenseEnds } from '../../suspense/domain/suspense-item.ts'
import type { SuspenseItem } from '../reconciliation.contract.ts'

/** What money is: one contribution, several, or one together with other credits. */
export type Matching = 'one' | 'several' | 'together'

/** A further contribution of the same credit. Each field has a name of its own, as the server names it, so that its messages find it. */
type ShareDraft = { [Field in `shares.${number}.contributionNumber`]?: string } & {
  [Field in `shares.${number}.amountMinor`]?: bigint | null
}

export type SuspenseDraft = PayerDraft &
  ShareDraft & {
    end: SuspenseEnd | null
    matching: Matching
    contributionNumber: string
    shareCount: number
    otherItemIds: readonly string[]
    giftDate: IsoDate | null
    payer: 'usual' | 'other'
    toBook: string | null
    reason: string
  }

/** What the bank's text or the amounts suggest. */
export function suggestedDraft({ suggestions, amountMinor, bookedOn }: SuspenseItem): SuspenseDraft {
  const [first] = suggestions
  const sumMinor = suggestions.reduce((sum, each) => sum + (each.amountMinor ?? 0n), 0n)
  const isSeveral = suggestions.length > 1 && sumMinor === amountMinor
  const others = isSeveral ? suggestions.slice(1) : []
  const otherItemIds = first?.withItemIds ?? []
  return {
    end: null,
    matching: isSeveral ? 'several' : otherItemIds.length > 0 ? 'together' : 'one',
    contributionNumber: first === undefined ? '' : String(first.contributionNumber),
    shareCount: Math.max(1, others.length),
    ...Object.fromEntries(
      (others.length > 0 ? others : [{ contributionNumber: '', amountMinor: null }]).flatMap(
        ({ contributionNumber, amountMinor: partMinor }, index) => [
          [`shares.${index}.contributionNumber`, String(contributionNumber)],
          [`shares.${index}.amountMinor`, partMinor],
        ],
      ),
    ),
    otherItemIds,
    giftDate: bookedOn,
    payer: 'usual',
    toBook: null,
    reason: '',
    ...draftOf(null),
  }
}

const numberPattern = /^\s*\d{1,12}\s*$/
const missingNumber = 'Enter the number of the contribution'

/** What each end needs besides the reason is checked with it, so that hidden fields need nothing. */
const facts = z
  .object({
    end: z.enum(suspenseEnds, 'Choose what becomes of the money'),
    contributionNumber: z.string().check(z.maxLength(40)),
    giftDate: z.nullable(z.custom<IsoDate>()),
    toBook: z.nullable(z.string()),
    reason: requiredReason,
  })
  .check(
    z.refine(({ end, contributionNumber }) => end !== 'matched' || numberPattern.test(contributionNumber), {
      path: ['contributionNumber'],
      error: missingNumber,
    }),
    z.refine(({ end, giftDate }) => end !== 'matched' || giftDate !== null, {
      path: ['giftDate'],
      error: 'Enter the date of the gift',
    }),
    z.refine(({ end, toBook }) => end !== 'transferred' || toBook !== null, {
      path: ['toBook'],
      error: 'Choose the book',
    }),
  )

type Issues = { push: (issue: { code: 'custom'; path: string[]; message: string; input: unknown }) => void }

/** The further contributions that are typed. What is missing is among `issues`. */
function readShares(draft: SuspenseDraft, issues: Issues) {
  if (draft.end !== 'matched' || draft.matching !== 'several') return []
  return Array.from({ length: draft.shareCount }, (_, index) => {
    const number = draft[`shares.${index}.contributionNumber`] ?? ''
    const amountMinor = draft[`shares.${index}.amountMinor`] ?? 0n
    const refuse = (field: string, message: string) =>
      issues.push({ code: 'custom', path: [`shares.${index}.${field}`], message, input: draft })
    if (!numberPattern.test(number)) refuse('contributionNumber', missingNumber)
    if (amountMinor <= 0n) refuse('amountMinor', 'Enter the amount of this part')
    return { contributionNumber: Number(number.trim()), amountMinor }
  })
}

/** Checks a draft by the rules that the server checks too. */
export const suspenseSchema = z.pipe(
  z.custom<SuspenseDraft>(),
  z.transform((draft: SuspenseDraft, { issues }) => {
    const read = z.safeParse(facts, draft)
    for (const { path, message } of read.error?.issues ?? [])
      issues.push({ code: 'custom', path: [...path], message, input: draft })
    const isMatched = draft.end === 'matched'
    const payer = isMatched && draft.payer === 'other' ? readPayer(draft, issues) : undefined
    const shares = readShares(draft, issues)
    const otherItemIds = isMatched && draft.matching === 'together' ? [...draft.otherItemIds] : []
    if (isMatched && draft.matching === 'together' && otherItemIds.length === 0)
      issues.push({
        code: 'custom',
        path: ['otherItemIds'],
        message: 'Choose the other credits',
        input: draft,
      })
    if (!read.success || payer === null || issues.length > 0) return z.NEVER
    const { end, contributionNumber, giftDate, toBook, reason } = read.data
    return {
      ...{ end, reason, shares, otherItemIds },
      contributionNumber: isMatched ? Number(contributionNumber.trim()) : null,
      giftDate: isMatched ? giftDate : null,
      toBook: end === 'transferred' ? toBook : null,
      ...(payer === undefined ? {} : { payer }),
    }
  }),
)
