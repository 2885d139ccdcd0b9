import * as z from 'zod/mini'
import type { IsoDate } from '../../../domain/dates.ts'
import { type ContributionMethod, type Payer, type PayerKind, payer } from '../domain/payer.ts'

/** The fields of a payer as a form has them. */
export type PayerDraft = {
  /** Null: not chosen. */
  kind: PayerKind | null
  name: string
  address: string
  acceptanceReason: string
}

/** How a contribution arrived and who gave it, as a form has it. Null: not chosen. */
export type ReceivedDraft = PayerDraft & {
  giftDate: IsoDate | null
  effectiveDate: IsoDate | null
  method: ContributionMethod | null
  payer: 'donors' | 'other'
}

export const draftOf = (from: Payer | null): PayerDraft => ({
  kind: from?.kind ?? null,
  name: from?.name ?? '',
  address: from?.address ?? '',
  acceptanceReason: from?.acceptanceReason ?? '',
})

/** What the draft says, as the endpoint takes it. */
const sentOf = ({ kind, name, address, acceptanceReason }: PayerDraft): unknown => ({
  kind,
  name,
  address: address.trim() === '' ? null : address,
  acceptanceReason: kind === 'ira' ? acceptanceReason : null,
})

/** The payer of a draft, by the rules that the server checks too. Null: the issues, by field, are among `issues`. */
export function readPayer(
  draft: PayerDraft,
  issues: { push: (issue: { code: 'custom'; path: string[]; message: string; input: unknown }) => void },
): Payer | null {
  // The schema is what checks it.
  const read = z.safeDecode(payer, sentOf(draft) as never)
  if (read.success) return read.data
  for (const issue of read.error.issues)
    issues.push({
      code: 'custom',
      path: [String(issue.path[0] ?? 'kind')],
      message: issue.message,
      input: draft,
    })
  return null
}
