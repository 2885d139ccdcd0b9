import { z } from 'zod'
import type { Block } from '../../../contract/rich-text.ts'
import { screenAddress } from '../../../contract/screen-address.ts'
import { accountNotice } from '../../../server/mail/account-notice.ts'
import { plainTextOf } from '../../../server/pdf/inline-pieces.ts'
import { answerSentence, storedLetter } from './fund-letter.ts'
import { causeOfLetter, findLetter } from './inactive-funds.queries.ts'

/** Sends the text of a letter to the donors and the advisor of its fund, who may log in to keep it open. */
export const mailFundLetter = accountNotice(
  'mail-fund-letter',
  z.object({ client: z.string(), stepId: z.uuid() }),
  async ({ stepId }, client, db) => {
    const found = await findLetter(db, stepId)
    if (!found) return null
    const letter = storedLetter(found.letter)
    return {
      kind: 'inactive-fund-letter',
      accountId: found.account_id,
      initiator: null,
      cause: causeOfLetter(stepId),
      letter: ({ name }) => ({
        subject: letter.title,
        name,
        blocks: [
          {
            facts: [
              ['Account', letter.accountName],
              ['Account ID', String(letter.fundId)],
            ],
          },
          ...letter.text.flatMap(paragraphsOf),
          ...answerSentence(letter, client),
        ],
      }),
      screen: () => ({ address: screenAddress('/account-documents'), purpose: 'to read the letter' }),
    }
  },
)

/** Each block of text as a paragraph of a mail; pictures and rules are left out. */
function paragraphsOf(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return [plainTextOf(block.children)]
    case 'list':
      return block.items.flatMap(item => item.flatMap(paragraphsOf))
    case 'quote':
      return block.children.flatMap(paragraphsOf)
    case 'table':
      return [block.head, ...block.rows].map(cells => cells.map(plainTextOf).join(', '))
    case 'image':
    case 'rule':
      return []
  }
}
