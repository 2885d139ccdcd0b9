import { addDays, dateOf } from '../../domain/dates.ts'
import { diligenceCalls } from '../diligence-calls.ts'
import { makeCharity } from '../factories/make-charity.ts'
import type { MailWorld } from './mail-world.ts'

/** What those who may renew a record of due diligence read 60 days before its last day, as if their client asked for records. */
export async function makeDiligenceMail({ portal, staff, second }: MailWorld): Promise<void> {
  const { record, remind } = diligenceCalls(portal)
  const { charityId } = await makeCharity(portal.databases)
  const lastDay = addDays(dateOf(portal.clock.now(), 'UTC'), 400)
  await record(charityId, [staff, second], lastDay)
  await remind(addDays(lastDay, -60), 'npt', { asksDueDiligence: true })
}
