import { randomUUID } from 'node:crypto'
import {
  confirmPostingRequest,
  declinePostingRequest,
  listPostingRequests,
} from '../../features/posting-requests/posting-requests.contract.ts'
import type { Person } from '../factories/make-fund.ts'
import { commandOf as command } from '../grants/basket-calls.ts'
import { jobsDone } from '../mailbox.ts'
import { nachaFile } from './bank-files.ts'
import type { PaymentFixture } from './payment-fixture.ts'

/** Bank files that wait for a second person, `other`; `of` is asked at each call, because tests renew both. */
export function filedFiles(of: () => { world: PaymentFixture; other: Person }) {
  const available = async () => (await of().world.grants.balances(of().world.fund)).availableMinor

  /** A sent run with a grant of this amount; returns a bank's answer that returns it, and how to name it. */
  async function paid(amountMinor: bigint) {
    const grantId = await of().world.approved(await of().world.transferCharity(), amountMinor)
    const runId = await of().world.sent()
    const { transactionId } = await of().world.grants.read(grantId, of().world.fund)
    const reference = `GRANT-${transactionId}`
    const { runNumber } = (await of().world.calls.read(runId, of().world.one)).reply
    return { grantId, runId, runNumber, reference, text: nachaFile([{ reference, amountMinor }]) }
  }
  async function apply(text: string, by = of().world.one) {
    const { planHash } = (await of().world.calls.previewFile(text, by)).reply
    const answer = await of().world.calls.applyBankFileLines(text, by, planHash)
    if (answer.status === 200) await jobsDone(of().world.portal)
    return answer
  }
  const waiting = async (as = of().other) =>
    (await of().world.portal.call(listPostingRequests, {}, { as: as.session })).reply.data.filter(
      ({ kind }) => kind === 'bank-file',
    )
  const idOf = async () => (await waiting()).at(-1)?.requestId ?? ''
  const confirm = (requestId: string, as = of().other, key: string = randomUUID()) =>
    of().world.portal.call(
      confirmPostingRequest,
      { params: { requestId }, body: command({}) },
      { as: as.session, idempotencyKey: key },
    )
  const decline = (requestId: string, as = of().other) =>
    of().world.portal.call(
      declinePostingRequest,
      { params: { requestId }, body: command({ note: 'Not ours' }) },
      { as: as.session },
    )
  return { available, paid, apply, waiting, idOf, confirm, decline }
}
