import * as z from 'zod/mini'
import { isoDate } from '../../../contract/wire.ts'
import type { StaffGrant } from '../../grants/grants.contract.ts'
import { stepTitles } from './step-titles.ts'

/** What was relied on (open-points 6), as it was written down at the time; an old step may say less. */
const evidenceSchema = z.object({
  register: z.optional(z.string()),
  sourceFile: z.optional(z.string()),
  fileDate: z.optional(z.nullable(isoDate)),
  sourceLine: z.optional(z.int()),
  readAt: z.optional(z.string()),
  outcome: z.optional(z.enum(['yes', 'no', 'person'])),
})
export type Evidence = z.output<typeof evidenceSchema>

export type EvidenceRow = Evidence & { key: string; title: string }

export const outcomeLabels = {
  yes: 'May receive grants',
  person: 'Left to a person',
  no: 'May not receive grants',
} as const

const registerWords: Record<string, string> = {
  'irs-bmf': 'IRS Business Master File',
  uk: 'UK charity registers',
}
export const registerLabel = (register: string | undefined): string =>
  register === undefined ? '' : (registerWords[register] ?? register)

/** How the charity stands now, and below it what each step relied on, the latest first. */
export function evidenceRows({ charityNow, evidence, steps }: StaffGrant): EvidenceRow[] {
  const now = read(charityNow?.evidence)
  const relied = evidence.flatMap(({ step, evidence: kept }): EvidenceRow[] => {
    const found = read(kept)
    const transition = steps.find(each => each.step === step)?.transition
    return found && transition ? [{ ...found, key: String(step), title: stepTitles[transition] }] : []
  })
  return [...(now ? [{ ...now, key: 'now', title: 'Now' }] : []), ...relied.reverse()]
}

/** What differs between now and the latest step, in a sentence; null where nothing does. */
export function changeSince(rows: readonly EvidenceRow[]): string | null {
  const [now, latest] = rows
  if (now?.key !== 'now' || !latest) return null
  if (now.outcome !== latest.outcome)
    return `The register says something else than at the last step: "${words(latest)}" then, "${words(now)}" now.`
  return now.sourceFile === latest.sourceFile && now.fileDate === latest.fileDate
    ? null
    : 'The charity’s entry comes from another file than at the last step. What it says about grants is the same.'
}

const words = ({ outcome }: Evidence): string =>
  outcome === undefined ? 'not noted' : outcomeLabels[outcome]

function read(kept: unknown): Evidence | null {
  const parsed = evidenceSchema.safeParse(kept)
  return parsed.success ? parsed.data : null
}
