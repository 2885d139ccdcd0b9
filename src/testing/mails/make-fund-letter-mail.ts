import { inactiveFundCalls } from '../inactive-fund-calls.ts'
import { jobsDone } from '../mailbox.ts'
import type { MailWorld } from './mail-world.ts'

/** The letter of staff to the people of a fund. */
export async function makeFundLetterMail({ portal, fund, staff }: MailWorld): Promise<void> {
  await inactiveFundCalls(portal).send(staff, fund.accountId)
  await jobsDone(portal)
}
