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
import { contextOfProgram, type ProgramArguments } from './context-of-program.ts'

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

type Arguments = ProgramArguments & { step: keyof typeof caseSteps; input: never; sessionId: string }

if (process.argv[2] !== undefined) {
  const { step, input, sessionId, ...by }: Arguments = JSON.parse(process.argv[2], (key, value) =>
    key === 'amountMinor' ? BigInt(value) : value,
  )
  const actions = new Set(['ESTATE_MANAGE'])
  const { context, databases } = contextOfProgram<CaseContext & { idempotencyKey: string }>(by, {
    actor: { sessionId, actions, accountRoles: [], seesEveryAccount: true },
    request: { ip: '127.0.0.1' },
    idempotencyKey: sessionId,
  })
  await caseSteps[step](input, context)
  await databases.close()
}
