import { confirmDefaultGrant } from '../features/inactive-funds/server/confirm-default-grant.ts'
import type { FundContext } from '../features/inactive-funds/server/fund-context.ts'
import { contextOfProgram, type ProgramArguments } from './context-of-program.ts'

// A program of its own that confirms a default grant of npt, and that a test can kill in the middle of it.

type Arguments = ProgramArguments & { accountId: string; defaultGrantId: string }

const { accountId, defaultGrantId, ...by }: Arguments = JSON.parse(process.argv[2] ?? '')
const { context, databases } = contextOfProgram<FundContext>(by, {
  actor: { actions: new Set(['ESTATE_MANAGE']) },
})
await confirmDefaultGrant({ params: { accountId, defaultGrantId } } as never, context)
await databases.close()
