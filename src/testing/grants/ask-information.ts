import { npt } from '../../clients/configuration/npt.ts'
import { transitionGrant } from '../../features/grants/server/transition-grant.ts'
import type { TestApp } from '../app.ts'
import { type MadeFund, makeStaff } from '../factories/make-fund.ts'

/** A reviewer of npt asks the donor a question about a grant. */
export async function askInformation(
  portal: TestApp,
  fund: MadeFund,
  grantId: string,
  message: string,
  now = new Date(),
): Promise<void> {
  await transitionGrant(
    portal.databases.book('npt'),
    fund.accountId,
    {
      grantId,
      transition: 'ask-information',
      reason: 'The name is on the watch list of 2024',
      message,
      actor: { userId: (await makeStaff(portal)).user.userId, name: 'Prudence Gale', side: 'sponsor' },
    },
    {
      client: npt,
      book: npt.book,
      today: '2026-11-20' as never,
      now,
      requireVerification: () => {},
    },
  )
}
