import * as z from 'zod/mini'
import type { IsoDate } from '../../../domain/dates.ts'
import { announcement, sendingDayViolation, type WayToGive } from '../domain/announcement.ts'
import { missingAmount, missingKind } from '../domain/contribution.ts'
import { type AssetDraft, assetsOf, fieldOf } from '../staff/contribution-draft.ts'
import type { FundContribution } from './fund-contributions.contract.ts'

/** The form's values. `other`: assets that people talk to us about, and that cannot be announced here. */
export type AnnouncementDraft = AssetDraft & {
  way: WayToGive | 'other' | null
  amountMinor: bigint | null
  sentFrom: string
  sendsOn: IsoDate | null
  note: string
}

export const emptyDraft = (way: WayToGive | null): AnnouncementDraft => ({
  way,
  amountMinor: null,
  lines: 1,
  ticker1: '',
  description1: '',
  quantity1: '',
  sentFrom: '',
  sendsOn: null,
  note: '',
})

/** What was announced, to change it. */
export function draftOf(row: FundContribution): AnnouncementDraft {
  const draft: AnnouncementDraft = {
    ...emptyDraft(row.way),
    amountMinor: row.assets.length === 0 ? row.amountMinor : null,
    lines: Math.max(1, row.assets.length),
    sentFrom: row.sentFrom ?? '',
    sendsOn: row.sendsOn,
    note: row.note ?? '',
  }
  for (const [index, { ticker, description, quantity }] of row.assets.entries()) {
    draft[`ticker${index + 1}`] = ticker ?? ''
    draft[`description${index + 1}`] = description
    draft[`quantity${index + 1}`] = quantity.replace(/\.?0+$/, '')
  }
  return draft
}

const messages: Record<string, string> = { way: missingKind, amountMinor: missingAmount }

/** Checks the draft by the rules that the server checks too. */
export const announcementDraft = (today: IsoDate) =>
  z.pipe(
    z.custom<AnnouncementDraft>(),
    z.transform((draft: AnnouncementDraft, context) => {
      const { way, sentFrom, sendsOn, note } = draft
      const gift =
        way === 'securities' || way === 'fund-shares'
          ? { assets: assetsOf(draft) }
          : { amountMinor: draft.amountMinor?.toString() }
      // The schema is what checks the draft.
      const checked = z.safeDecode(announcement, { way, sentFrom, sendsOn, note, ...gift } as never)
      if (!checked.success)
        for (const issue of checked.error.issues) {
          const field = fieldOf(issue.path)
          const name = field === 'kind' ? 'way' : field
          const message = issue.code === 'custom' ? issue.message : (messages[name] ?? issue.message)
          context.issues.push({ code: 'custom', path: [name], message, input: draft })
        }
      const refusedDay = sendingDayViolation(sendsOn, today)
      if (refusedDay !== null)
        context.issues.push({ code: 'custom', path: ['sendsOn'], message: refusedDay, input: draft })
      return checked.success && refusedDay === null ? checked.data : z.NEVER
    }),
  )
