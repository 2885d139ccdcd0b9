import { z } from 'zod'
import { screenAddress } from '../../../contract/screen-address.ts'
import { formatDate } from '../../../domain/dates.ts'
import { accountNotice } from '../../../server/mail/account-notice.ts'
import { findStatement } from './statements.queries.ts'

/** Tells the donors of an account that its statement can be read. It has no figures, because e-mail is not confidential (§12). */
export const mailStatementReady = accountNotice(
  'mail-statement-ready',
  z.object({ client: z.string(), documentId: z.uuid() }),
  async ({ documentId }, client, db) => {
    const statement = await findStatement(db, documentId)
    if (!statement) return null
    const days = `${formatDate(statement.from_day, client.locale)} to ${formatDate(statement.to_day, client.locale)}`
    return {
      kind: 'statement-ready',
      accountId: statement.account_id,
      initiator: null,
      cause: `statement:${documentId}`,
      letter: ({ name }) => ({
        subject: 'Your statement is ready',
        name,
        blocks: [`The statement of ${statement.account_name} for ${days} is ready.`],
      }),
      screen: () => ({ address: screenAddress('/account-documents'), purpose: 'to download it' }),
    }
  },
)
