import * as z from 'zod/mini'
import { isoDate, money } from '../../../contract/wire.ts'
import { type DraftOwner, storedDrafts } from '../../../web/session/stored-drafts.ts'
import { draftShape, type GrantDraft } from './grant-draft.ts'
import { typedDate } from './typed-date.ts'

/** An unsent recommendation. With its idempotency key, sending it again after a reload makes no second grant. */
export type StoredDraft = {
  idempotencyKey: string
  /** The charity of the address; a draft is not restored for another one. */
  charityId: string | null
  /** Whether it was sent without a reply, so that the server may have it. */
  hasFailed: boolean
  /** Its revision on the server; 0: none yet. */
  revision: number
  draft: GrantDraft
}

const stored = z.object({
  idempotencyKey: z.uuid(),
  charityId: z.nullable(z.string()),
  hasFailed: z.boolean(),
  revision: z.int(),
  draft: z.object({
    ...draftShape.shape,
    amountMinor: z.nullable(money),
    startsOn: z.nullable(isoDate),
    endsOn: z.nullable(isoDate),
    advisedOn: z.nullable(isoDate),
  }),
})

type FundOfDraft = Pick<DraftOwner, 'fundId' | 'currency'>

/** The recommendation of one person from one fund, in this tab. */
export function storedDraftOf(userId: string, { fundId, currency }: FundOfDraft) {
  const owner: DraftOwner = { form: 'grant', userId, currency, fundId }
  return {
    read: (charityId: string | null): StoredDraft | null => {
      const parsed = z.safeParse(stored, storedDrafts.read(owner))
      return parsed.success && parsed.data.charityId === charityId ? parsed.data : null
    },
    write: ({ draft, ...about }: StoredDraft): void => {
      const startsOn = typedDate(draft.startsOn)
      const endsOn = typedDate(draft.endsOn)
      const advisedOn = typedDate(draft.advisedOn)
      storedDrafts.write(
        owner,
        z.encode(stored, { ...about, draft: { ...draft, startsOn, endsOn, advisedOn } }),
      )
    },
    remove: (): void => storedDrafts.remove(owner),
  }
}
export type DraftStore = ReturnType<typeof storedDraftOf>
