import { dateOf } from '../../domain/dates.ts'
import type { SentAdvice } from '../../features/grants/domain/advice.ts'
import type { TestApp } from '../app.ts'
import type { MadeFund } from '../factories/make-fund.ts'

async function partyOfDonor({ databases }: TestApp, { book, donor }: MadeFund): Promise<string> {
  const { party_id } = await databases
    .book(book)
    .selectFrom('party')
    .select('party_id')
    .where('user_id', '=', donor.user.userId)
    .executeTakeFirstOrThrow()
  return party_id
}

/** What the sponsor's staff say about the donor of a fund: that they called today. */
export const donorAdvice = async (
  portal: TestApp,
  fund: MadeFund,
  about: Partial<SentAdvice> = {},
): Promise<{ advice: SentAdvice }> => ({
  advice: {
    advisedBy: await partyOfDonor(portal, fund),
    adviceChannel: 'phone',
    advisedOn: dateOf(portal.clock.now(), 'America/New_York'),
    ...about,
  },
})
