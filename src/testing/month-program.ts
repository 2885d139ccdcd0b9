import type { CloseContext } from '../features/month-end/close/server/close-context.ts'
import { closeMonth } from '../features/month-end/close/server/close-month.ts'
import { exportJournal } from '../features/month-end/journal/server/export-journal.ts'
import { contextOfProgram, type ProgramArguments } from './context-of-program.ts'

// A program of its own that closes a month of npt or exports its journal, and that a test can kill in the middle of it.

const monthCommands = { closeMonth, exportJournal }
export type MonthCommand = keyof typeof monthCommands

type Arguments = ProgramArguments & { command: MonthCommand; attributes: object }

const { command, attributes, ...by }: Arguments = JSON.parse(process.argv[2] ?? '')
const { context, databases } = contextOfProgram<CloseContext>(by)
await monthCommands[command]({ body: { data: { attributes } } } as never, context)
await databases.close()
