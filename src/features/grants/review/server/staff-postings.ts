import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { Problem } from '../../../../contract/problems.ts'
import { type Actor, personOf } from '../../../../server/auth/actor.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import type { PostingHandler } from '../../../posting-requests/server/decide-posting-request.ts'
import { postOrFile } from '../../../posting-requests/server/post-or-file.ts'
import {
  accountOf,
  type PostingRequestRecord,
} from '../../../posting-requests/server/posting-requests.queries.ts'
import { findGrant } from '../../server/grants.queries.ts'
import { settingsOf } from '../../server/request-settings.ts'
import { transitionGrant } from '../../server/transition-grant.ts'
import { type GrantTransition, returnedBy, textOrNull } from '../../server/transition-rule.ts'
import { returned, texts } from '../staff-commands.contract.ts'

type Context = BaseContext & { actor: Actor }
type Attributes = {
  return: z.output<typeof returned>
  void: z.output<typeof texts>
  'void-payment': z.output<typeof texts>
}

/** What staff enter about a step that puts money back into a fund. */
export type StaffPosting = {
  [Step in keyof Attributes]: { grantId: string; transition: Step; attributes: Attributes[Step] }
}[keyof Attributes]

const transitionOf = ({ grantId, transition, attributes }: StaffPosting): Omit<GrantTransition, 'actor'> => {
  if (transition !== 'return') return { grantId, transition, ...attributes }
  const { bankReference, returnedOn, isAnother, remainingMinor, ...entered } = attributes
  return {
    grantId,
    transition,
    ...entered,
    bankReturn: { reference: bankReference, on: returnedOn, isAnother, remainingMinor },
  }
}

/** Carries out a return, a stop of a payment or the cancellation of an approved grant, or files it for a second person. */
export async function postStaffTransition(
  context: Context,
  accountId: string,
  posting: StaffPosting,
): Promise<void> {
  const grant = await findGrant(context.db, accountId, posting.grantId)
  if (!grant) throw new Problem('not-found')
  const transition = transitionOf(posting)
  await postOrFile(
    context,
    {
      kind: posting.transition,
      subjectId: posting.grantId,
      accountId,
      amountMinor: posting.transition === 'void' ? grant.amount_minor : returnedBy(transition, grant),
      input: encoded(posting),
      reason: textOrNull(posting.attributes.reason),
    },
    async trx => await apply(trx, accountId, transition, context),
  )
}

const encoded = (posting: StaffPosting): object =>
  posting.transition === 'return'
    ? z.encode(returned, posting.attributes)
    : z.encode(texts, posting.attributes)

/** Carries out what a second person confirmed. They are the actor of the step; its reason names the person who entered it. */
async function carryOutTransition(
  trx: Kysely<DB>,
  request: PostingRequestRecord,
  context: Context,
): Promise<void> {
  const { kind, subject_id: grantId, input } = request
  const transition = transitionOf(
    kind === 'return'
      ? { grantId, transition: 'return', attributes: z.parse(returned, input) }
      : {
          grantId,
          transition: kind === 'void' ? 'void' : 'void-payment',
          attributes: z.parse(texts, input),
        },
  )
  const entered = `Entered by ${request.requested_by_name}.`
  const reason = request.reason === null ? entered : `${request.reason} ${entered}`
  await apply(trx, accountOf(request), { ...transition, reason }, context)
}

const handler: PostingHandler = { carryOut: carryOutTransition }
export const grantPostings = { return: handler, void: handler, 'void-payment': handler } as const

const apply = async (
  db: Kysely<DB>,
  accountId: string,
  transition: Omit<GrantTransition, 'actor'>,
  context: Context,
): Promise<void> =>
  await transitionGrant(
    db,
    accountId,
    { ...transition, actor: { ...personOf(context.actor), side: 'sponsor' } },
    settingsOf(context),
  )
