import type { IsoDate } from '../../../../domain/dates.ts'
import { collectGarbage } from '../../../../server/heavy-work/collect-garbage.ts'
import type { Requester } from '../../../../server/heavy-work/fair-queue.ts'
import { heavyJob } from '../../../../server/heavy-work/heavy-job.ts'
import { heavyWork } from '../../../../server/heavy-work/heavy-work.ts'
import { WorkLimitExceeded } from '../../../../server/heavy-work/run-in-thread.ts'
import type { SentLine, SentPart } from './bank-file.worker.ts'
import type { BankFile, BankLine, Entry, OwnAccount, StatusReport } from './bank-line.ts'
import { unreadable } from './unreadable.ts'

const readJob = heavyJob<typeof import('./bank-file.worker.ts').default>({
  module: new URL('./bank-file.worker.ts', import.meta.url),
  cpuMs: 30_000,
  thread: 'own',
  // A statement of 100,000 entries needs about 200 MB; reports of Bacs are parsed as a whole, within `fileLimits`.
  heapMb: 320,
})

/** Before a file of some 20,000 entries is parsed, what is left of an earlier one is collected, so that not both are in memory. */
const largeBytes = 4 * 2 ** 20

const tooMuch =
  'This file takes too long to read. Ask the bank for a file with fewer entries, or for one day at a time.'

/**
 * parseBankFile in a thread, when it is the requester's turn. `read` then gives the bytes. Throws `validation` also for a file that takes
 * too much time or memory; as heavyWork.run.
 */
export async function readBankFile(
  read: () => Promise<Uint8Array>,
  own: OwnAccount,
  requester: Requester,
): Promise<BankFile> {
  const entries: Entry[] = []
  const lines: BankLine[] = []
  const transfers: StatusReport['transfers'] = []
  const batches: StatusReport['batches'] = []
  const once = {
    account: onceEach<string>(),
    day: onceEach<IsoDate>(),
    effect: onceEach<BankLine['effect']>(),
  }
  const onPart = (part: SentPart) => {
    for (const entry of part.entries) entries.push({ ...entry, bankAccount: once.account(entry.bankAccount) })
    for (const line of part.lines) {
      const { movement, effect, ...others } = lineOf(line, entries)
      const ofLine = { ...others, effect: once.effect(effect) }
      lines.push(
        movement ? { ...ofLine, movement: { ...movement, bookedOn: once.day(movement.bookedOn) } } : ofLine,
      )
    }
    transfers.push(...part.transfers)
    batches.push(...part.batches)
  }
  try {
    const input = async () => {
      const bytes = await read()
      if (bytes.length > largeBytes) await collectGarbage()
      return { bytes, own }
    }
    const { format, statements, report } = await heavyWork.run(readJob, input, requester, { onPart })
    return { format, lines, statements, ...(report ? { report: { ...report, transfers, batches } } : {}) }
  } catch (error) {
    if (error instanceof WorkLimitExceeded) throw unreadable(tooMuch)
    throw error
  }
}

/** What most lines share is in memory once, and not as often as it was sent. */
function onceEach<Text extends string>(): (text: Text) => Text {
  const known = new Map<string, Text>()
  return text => {
    const first = known.get(text)
    if (first === undefined) known.set(text, text)
    return first ?? text
  }
}

function lineOf({ movement, ...line }: SentLine, entries: readonly Entry[]): BankLine {
  if (!movement) return line
  const entry = entries[movement.entry]
  if (!entry) throw new Error('a part of a bank file came before its entry')
  return { ...line, movement: { ...movement, entry } }
}
