import * as z from 'zod/mini'
import { isoDate } from '../../../contract/wire.ts'
import { type EligibilityBasis, eligibilityChange } from '../../charities/domain/eligibility-change.ts'
import type { StaffGrant } from './staff-grants.contract.ts'
import { stepTitles } from './step-titles.ts'

/** The evidence of a step (§13), as recorded at the time. Old steps may have less. */
const evidenceSchema = z.object({
  register: z.optional(z.string()),
  sourceFile: z.optional(z.string()),
  fileDate: z.optional(z.nullable(isoDate)),
  sourceLine: z.optional(z.int()),
  readAt: z.optional(z.string()),
  outcome: z.optional(z.enum(['yes', 'no', 'person'])),
  reason: z.optional(z.string()),
  basis: z.optional(
    z.object({
      subsection: z.nullable(z.string()),
      foundation: z.nullable(z.string()),
      deductibility: z.nullable(z.string()),
      status: z.nullable(z.string()),
      removedOn: z.nullable(z.string()),
      leftOn: z.nullable(isoDate),
      isUnread: z.boolean(),
      vetting: z.nullable(z.string()),
    } satisfies Record<keyof EligibilityBasis, z.core.$ZodType>),
  ),
})
type Evidence = z.output<typeof evidenceSchema>

export type EvidenceRow = Evidence & { key: string; title: string }

export const outcomeLabels = {
  yes: 'Can receive grants',
  person: 'Needs staff review',
  no: 'Cannot receive grants',
} as const

const registerNames: Record<string, string> = {
  'irs-bmf': 'IRS Business Master File',
  uk: 'UK charity registers',
  'vetted-us': 'Vetted by our staff',
  'vetted-uk': 'Vetted by our staff',
}
export const registerLabel = (register: string | undefined): string =>
  register === undefined ? '' : (registerNames[register] ?? register)

/** The charity's status now, then the evidence of each step, latest first. */
export function evidenceRows({ charityNow, evidence, steps }: StaffGrant): EvidenceRow[] {
  const now = read(charityNow?.evidence)
  const stepRows = evidence.flatMap(({ step, evidence: recorded }): EvidenceRow[] => {
    const parsed = read(recorded)
    const transition = steps.find(each => each.step === step)?.transition
    // That an import returned the grant is no ground of a decision: what it changed is said by the difference to the decision before.
    if (transition === 'reopen') return []
    return parsed && transition ? [{ ...parsed, key: String(step), title: stepTitles[transition] }] : []
  })
  return [...(now ? [{ ...now, key: 'now', title: 'Now' }] : []), ...stepRows.reverse()]
}

/** A sentence about the difference between now and the latest step; null if there is none. */
export function changeSince(rows: readonly EvidenceRow[]): string | null {
  const [now, latest] = rows
  if (now?.key !== 'now' || !latest) return null
  if (now.outcome !== latest.outcome)
    return `The register has changed since the last step: “${outcomeLabel(latest)}” then, “${outcomeLabel(now)}” now.`
  const change = reviewedChange(latest, now)
  if (change !== null) return `The register has changed since the last step: ${change}.`
  return now.sourceFile === latest.sourceFile && now.fileDate === latest.fileDate
    ? null
    : 'The charity’s entry comes from a different file than at the last step. Its eligibility has not changed.'
}

/** How the ground for a review has changed; null also where one of the two was stored without it. */
function reviewedChange(then: Evidence, now: Evidence): string | null {
  if (now.outcome !== 'person') return null
  if (then.reason === undefined || !then.basis || now.reason === undefined || !now.basis) return null
  return eligibilityChange(
    { reason: then.reason, basis: then.basis },
    { reason: now.reason, basis: now.basis },
  )
}

const outcomeLabel = ({ outcome }: Evidence): string =>
  outcome === undefined ? 'not recorded' : outcomeLabels[outcome]

function read(recorded: unknown): Evidence | null {
  const parsed = evidenceSchema.safeParse(recorded)
  return parsed.success ? parsed.data : null
}
