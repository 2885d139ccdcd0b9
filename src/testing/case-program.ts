import { npt } from '../clients/configuration/npt.ts'
import { dateOf } from '../domain/dates.ts'
import { acceptShare } from '../features/estate-cases/server/accept-share.ts'
import { cancelCase } from '../features/estate-cases/server/cancel-case.ts'
import type { CaseContext } from '../features/estate-cases/server/case-context.ts'
import { closeFund } from '../features/estate-cases/server/close-fund.ts'
import { confirmCase } from '../features/estate-cases/server/confirm-case.ts'
import { confirmRedirection } from '../features/estate-cases/server/confirm-redirection.ts'
import { declineShare } from '../features/estate-cases/server/decline-share.ts'
import { distributeCase } from '../features/estate-cases/server/distribute-case.ts'
import { handOverFund } from '../features/estate-cases/server/hand-over-fund.ts'
import { openCase } from '../features/estate-cases/server/open-case.ts'
import { redirectShare } from '../features/estate-cases/server/redirect-share.ts'
import { releaseAssets } from '../features/estate-cases/server/release-assets.ts'
import { openDatabases } from '../server/db/pools.ts'
import { testSecret } from './database/database-server.ts'

// A program of its own that takes one step of a case and that a test can kill in the middle of it.

export const caseSteps = {
  openCase,
  confirmCase,
  cancelCase,
  distributeCase,
  releaseAssets,
  redirectShare,
  confirmRedirection,
  handOverFund,
  closeFund,
  acceptShare,
  declineShare,
}

type Arguments = {
  server: never
  step: keyof typeof caseSteps
  input: never
  userId: string
  sessionId: string
  now: string
}

if (process.argv[2] !== undefined) {
  const { server, step, input, userId, sessionId, now }: Arguments = JSON.parse(
    process.argv[2],
    (key, value) => (key === 'amountMinor' ? BigInt(value) : value),
  )
  const databases = openDatabases({ server, secret: testSecret })
  const at = new Date(now)
  const context = {
    client: npt,
    book: npt.book,
    db: databases.book('npt'),
    realmDb: databases.realm('npt'),
    clock: { now: () => at },
    today: dateOf(at, npt.timeZone),
    actor: {
      userId,
      sessionId,
      firstName: 'Prudence',
      lastName: 'Gale',
      actions: new Set(['ESTATE_MANAGE']),
      accountRoles: [],
      seesEveryAccount: true,
    },
    request: { ip: '127.0.0.1' },
    idempotencyKey: sessionId,
  } as unknown as CaseContext & { idempotencyKey: string }
  await caseSteps[step](input, context)
  await databases.close()
}
