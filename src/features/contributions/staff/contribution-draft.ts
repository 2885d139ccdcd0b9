import * as z from 'zod/mini'
import { missingFundId, readFundId } from '../../../domain/fund-id.ts'
import {
  contributionContent,
  type contributionKinds,
  missingAmount,
  missingKind,
} from '../domain/contribution.ts'

/** The fields of a line of assets; the number of the line follows, as in `ticker1`. */
export const assetFields = ['ticker', 'description', 'quantity'] as const
export type AssetField = `${(typeof assetFields)[number]}${number}`

/** The lines of assets. Each field of a line has a name of its own, so that its messages find it. */
export type AssetDraft = { lines: number } & { [Field in AssetField]?: string }

/** The form's values. */
export type ContributionDraft = AssetDraft & {
  fundId: string
  kind: (typeof contributionKinds)[number] | null
  amountMinor: bigint | null
  needsCountersignature: boolean
}

export const emptyDraft = (fundId: number | null): ContributionDraft => ({
  fundId: fundId === null ? '' : String(fundId),
  kind: null,
  amountMinor: null,
  lines: 1,
  needsCountersignature: false,
  ticker1: '',
  description1: '',
  quantity1: '',
})

/** What the draft says, as the endpoint takes it; not checked yet. */
const contentOf = (draft: ContributionDraft): unknown => {
  if (draft.kind !== 'securities') return { kind: draft.kind, amountMinor: draft.amountMinor?.toString() }
  return { kind: draft.kind, assets: assetsOf(draft) }
}

/** The lines as they are typed; not checked yet. */
export const assetsOf = (draft: AssetDraft) =>
  Array.from({ length: draft.lines }, (_, index) => {
    const text = (field: (typeof assetFields)[number]) => (draft[`${field}${index + 1}`] ?? '').trim()
    return { ticker: text('ticker') || null, description: text('description'), quantity: text('quantity') }
  })

/** The name of the field that an issue of the endpoint's schema is about: `assets.0.quantity` → `quantity1`. */
export function fieldOf(path: readonly PropertyKey[]): string {
  const [first, index, field] = path
  return first === 'assets' && typeof index === 'number' && typeof field === 'string'
    ? `${field}${index + 1}`
    : String(first ?? 'kind')
}

const messages: Record<string, string> = {
  kind: missingKind,
  amountMinor: missingAmount,
}

/** Checks the draft by the rules that the server checks too. */
export const contributionDraft = z.pipe(
  z.custom<ContributionDraft>(),
  z.transform((draft: ContributionDraft, context) => {
    const fundId = readFundId(draft.fundId)
    if (fundId === null)
      context.issues.push({
        code: 'custom',
        path: ['fundId'],
        message: missingFundId,
        input: draft,
      })
    // The schema is what checks the content.
    const content = z.safeDecode(contributionContent, contentOf(draft) as never)
    if (!content.success)
      for (const issue of content.error.issues) {
        const field = fieldOf(issue.path)
        const isMissing = issue.code !== 'custom' && messages[field] !== undefined
        const message = isMissing ? (messages[field] ?? issue.message) : issue.message
        context.issues.push({ code: 'custom', path: [field], message, input: draft })
      }
    if (fundId === null || !content.success) return z.NEVER
    return { fundId, needsCountersignature: draft.needsCountersignature, content: content.data }
  }),
)
