import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { linkToken } from '../../contract/link-token.ts'
import { maxMessageLength, requiredText } from '../../contract/required-text.ts'
import { typedText } from '../../contract/typed-text.ts'

const successorShare = z.object({
  /** The successor, as the plan names them. */
  name: z.string(),
  accountName: z.string(),
  shareHundredths: z.int(),
  state: z.enum(['waiting', 'declined', 'ready']),
  isWholeFund: z.boolean(),
  /** The remaining steps, as sentences. */
  remaining: z.array(z.string()),
})
export type SuccessorShare = z.output<typeof successorShare>

/** A wrong, used or ended link returns 404 as an unknown one. */
export const openSuccessorLink = endpoint({
  method: 'POST',
  path: '/api/successor-share',
  summary: 'Returns what a mailed link offers a successor',
  access: 'public',
  body: z.object({ token: linkToken }),
  reply: successorShare,
})

const personName = (missing: string) => requiredText(60, missing)

export const missingAgreement = 'Confirm that you accept these terms'

export const acceptance = z.object({
  firstName: personName('Enter your first name'),
  lastName: personName('Enter your last name'),
  accountName: requiredText(100, 'Enter a name for your fund'),
  agrees: z.literal(true, missingAgreement),
})

export const acceptShare = endpoint({
  method: 'POST',
  path: '/api/successor-share/accept',
  summary: 'Accepts a share by a mailed link: opens the successor’s fund and invites them to log in',
  access: 'public',
  records: ['case-accepted', 'account-changed'],
  body: z.object({ token: linkToken, ...acceptance.shape }),
  reply: successorShare,
})

/** Empty for none. */
export const shareDeclineReason = typedText(maxMessageLength)

export const declineShare = endpoint({
  method: 'POST',
  path: '/api/successor-share/decline',
  summary: 'Declines a share by a mailed link',
  access: 'public',
  records: ['case-declined'],
  body: z.object({
    token: linkToken,
    reason: shareDeclineReason,
  }),
  reply: successorShare,
})
