import { z } from 'zod'
import { screenAddress } from '../../../contract/screen-address.ts'
import { accountNotice } from '../../../server/mail/account-notice.ts'
import { findAccountRow } from '../../accounts/server/account-row.queries.ts'

const aboutSummary = z.object({
  client: z.string(),
  accountId: z.uuid(),
  year: z.string(),
  madeOn: z.string(),
  /** Whether it takes the place of an earlier summary. */
  isAnother: z.boolean(),
})

/** The payers of an account whose summaries are made on one day have one mail. */
export const causeOfSummaryMail = ({
  accountId,
  year,
  madeOn,
  isAnother,
}: z.output<typeof aboutSummary>): string =>
  `contribution-summary:${accountId}:${year}:${madeOn}:${isAnother ? 'another' : 'first'}`

/** Tells the donors that the summary of a year's contributions can be read. The letter names no amount and no payer (§12). */
export const mailSummaryReady = accountNotice(
  'mail-summary-ready',
  aboutSummary,
  async (about, _client, db) => {
    const { accountId, year, isAnother } = about
    const account = await findAccountRow(db, accountId)
    if (!account) return null
    return {
      kind: 'contribution-summary-ready',
      accountId,
      initiator: null,
      cause: causeOfSummaryMail(about),
      letter: ({ name }) => ({
        subject: `Your contributions in ${year}`,
        name,
        blocks: isAnother
          ? [
              `A receipt of ${account.account_name} for ${year} has changed, so we have made another summary of its contributions.`,
              'Please use only the latest version in your records.',
            ]
          : [`The summary of the contributions to ${account.account_name} in ${year} is ready.`],
      }),
      screen: () => ({ address: screenAddress('/account-documents'), purpose: 'to download it' }),
    }
  },
)
