import type { ReceivedUpload } from '../../../contract/endpoint.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import { whenClosed } from '../../../server/http/when-closed.ts'
import { bankFileTurns } from './bank-files/bank-file-turns.ts'
import type { BankFile } from './bank-files/bank-line.ts'
import { readBankFile } from './bank-files/read-bank-file.ts'
import { ownAccount, type PaymentContext } from './payment-context.ts'

/** A file whose turn it is, until `end`. */
type TakenFile = { bankFile: BankFile; isHandled: boolean; end: () => void }

/** Reads the uploaded file when its turn comes (bank-file-turns.ts). Throws `validation` for one that cannot be read completely. */
export async function takeBankFile(
  { upload }: { upload: ReceivedUpload },
  context: PaymentContext,
): Promise<TakenFile> {
  const requester = requesterOf(context)
  const end = await bankFileTurns.enter(requester)
  try {
    const bankFile = await readBankFile(() => upload.read(), ownAccount(context), requester)
    const taken: TakenFile = { bankFile, isHandled: false, end }
    // A command that is repeated is answered without its handler.
    whenClosed(context.reply, () => {
      if (!taken.isHandled) end()
    })
    return taken
  } catch (error) {
    end()
    throw error
  }
}

/** Handles a file that was taken, and ends its turn. */
export const withTakenBankFile =
  <Input, Result>(handle: (input: Input, context: PaymentContext, bankFile: BankFile) => Promise<Result>) =>
  async (input: Input, context: PaymentContext, taken: TakenFile): Promise<Result> => {
    taken.isHandled = true
    try {
      return await handle(input, context, taken.bankFile)
    } finally {
      taken.end()
    }
  }

/** The SHA-256 of an uploaded file, in hexadecimal. */
export const hashOf = ({ sha256 }: ReceivedUpload): string => Buffer.from(sha256).toString('hex')
