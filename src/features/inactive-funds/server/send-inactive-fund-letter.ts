import { randomUUIDv7 } from 'node:crypto'
import { inactiveFundsOf } from '../../../clients/inactive-funds-of.ts'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { addressLines } from '../../../domain/countries.ts'
import { addMonths, dateOf } from '../../../domain/dates.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import { violates } from '../../../server/db/violates.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { publishedBlock } from '../../content/server/published-content.ts'
import { lockRecommendersAndFund } from '../../grants/server/grants.queries.ts'
import type * as contract from '../inactive-funds.contract.ts'
import { conflict } from './default-grant-facts.ts'
import { type FundContext, requireFund } from './fund-context.ts'
import type { StoredLetter } from './fund-letter.ts'
import { fundDetails } from './get-inactive-fund.ts'
import { insertStep, listPeople } from './inactive-funds.queries.ts'
import { writeFundLetter } from './write-fund-letter.ts'

/**
 * Stores the client’s letter with the facts of the fund, and starts the job that files and mails it. Throws `not-found`, `conflict` where
 * one was written today, the client hides its text, or the text is longer than a letter may be.
 */
export async function sendInactiveFundLetter(
  { params: { accountId } }: HandlerInput<typeof contract.sendInactiveFundLetter>,
  context: FundContext,
): Promise<Reply<typeof contract.sendInactiveFundLetter>> {
  const { actor, book, client, clock, today } = context
  const template = await publishedBlock(context, 'inactive-fund-letter')
  return await inTransaction(context.db, async trx => {
    const inBook = { ...context, db: trx }
    const [locked] = await lockRecommendersAndFund(trx, [actor.userId], accountId)
    if (!locked) throw new Problem('not-found')
    const { fund } = await requireFund(accountId, inBook)
    if (!template) throw conflict('The text of this letter is hidden. An editor can show it again.')
    if (fund.letter_at !== null && dateOf(fund.letter_at, client.timeZone) === today)
      throw conflict('A letter to this fund was written today.')
    const people = await listPeople(trx, accountId)
    const term = inactiveFundsOf(book)?.defaultGrant ?? null
    const letter: StoredLetter = {
      date: today,
      fundId: Number(fund.fund_id),
      accountName: fund.account_name,
      people: people.map(person => ({ name: person.name, address: addressLines(person, client.locale) })),
      answerBy: term && addMonths(today, term.termMonths),
      title: template.title ?? 'Your fund',
      text: template.body,
    }
    const { userId, name } = personOf(actor)
    const stepId = randomUUIDv7()
    try {
      await insertStep(trx, {
        step_id: stepId,
        account_id: accountId,
        kind: 'letter',
        letter: JSON.stringify(letter),
        by_user: userId,
        by_name: name,
        at: clock.now(),
      })
    } catch (error) {
      // 128 KiB: an editor's text with much emphasis is longer as a letter than as it was typed.
      if (violates(error, 'inactive_fund_step_letter_check'))
        throw conflict('The text of this letter is too long. An editor can shorten it.')
      throw error
    }
    await addJob(trx, writeFundLetter, { client: client.name, book: book.name, stepId }, { key: stepId })
    return await fundDetails(accountId, inBook)
  })
}
