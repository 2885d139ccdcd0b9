import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { dateOf } from '../../../domain/dates.ts'
import { unknownFundId } from '../../../domain/fund-id.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import { requireOtherFund } from '../../account-details/server/require-other-fund.ts'
import { futureDay } from '../../accounts/domain/account-status.ts'
import { lockAccountRow } from '../../accounts/server/account-row.queries.ts'
import { findCharityStatuses } from '../../charities/server/charity-status.ts'
import { dayOfDeathQuestion } from '../domain/day-of-death.ts'
import type { CaseDetails } from '../estate-cases.contract.ts'
import type * as contract from '../open-case.contract.ts'
import { type CaseContext, recordStep, stepAuthor } from './case-context.ts'
import { documentTypeOf, requireDocument } from './case-document.ts'
import {
  type AccountOfCase,
  donorsOf,
  findAccountOfCase,
  lastSignaturesOf,
  listAccountsOfFunds,
} from './case-facts.queries.ts'
import { insertCase, insertShares } from './cases.queries.ts'
import { lockAccountsOfDonor } from './deaths.queries.ts'
import { nameOfRecipient } from './destinations.ts'
import { holdAccount } from './hold-account.ts'
import { openOtherCases } from './other-accounts.ts'
import { caseDetails, openingViolation } from './show-cases.ts'
import { syncDeathsAfter } from './sync-deaths.ts'

type Input = HandlerInput<typeof contract.openCase>['body']['data']['attributes']

/**
 * Opens a case. The account becomes immobile in the same transaction. A death opens a case for each other account of the person too, in
 * the realm's other books by a job. Throws `validation`, `conflict` where no case can be opened, `not-found`.
 */
export async function openCase(
  { body }: HandlerInput<typeof contract.openCase>,
  context: CaseContext,
): Promise<CaseDetails> {
  const input = body.data.attributes
  const { db, actor, clock } = context
  const caseId = randomUUIDv7()
  const step = stepAuthor(context)
  try {
    await inTransaction(db, async trx => {
      const found = await findAccountOfCase(trx, { fundId: input.fundId })
      if (input.partyId !== null) await lockAccountsOfDonor(trx, input.partyId)
      const stored = found && (await lockAccountRow(trx, found.account_id))
      const account = stored && (await findAccountOfCase(trx, { accountId: stored.account_id }))
      if (!stored || !account) throw new Problem('not-found', { detail: unknownFundId })
      const violation = await openingViolation(trx, account)
      if (violation !== null) throw new Problem('conflict', { detail: violation })
      const accountId = account.account_id
      await requireDocument(trx, accountId, input.documentId, documentTypeOf(input.kind))
      const death = input.kind === 'death' ? await deathOf(trx, account, input, context) : null
      const number = await insertCase(trx, {
        case_id: caseId,
        account_id: accountId,
        kind: input.kind,
        ...death,
        document_id: input.documentId,
        reason: input.reason,
        status_before: stored.account_status === 'Immobile' ? 'Immobile' : 'Active',
        opened_by: actor.userId,
        opened_by_name: nameOf(actor),
        opened_at: clock.now(),
      })
      if (death === null) await insertShares(trx, await closingShares(trx, caseId, accountId, input, context))
      await holdAccount(trx, accountId, input.kind, step)
      await recordStep(trx, step, { caseId, kind: 'opened', text: input.reason })
      if (death !== null) {
        await openOtherCases(
          trx,
          {
            ...{ deathId: caseId, number, documentId: input.documentId, reason: input.reason },
            ...{ partyId: death.party_id, personName: death.person_name, diedOn: death.died_on },
          },
          step,
        )
        await syncDeathsAfter(context, accountId)
      }
    })
  } catch (error) {
    if (violates(error, 'one_open_case'))
      throw new Problem('conflict', { detail: 'Another case of this account is open.' })
    throw error
  }
  return await caseDetails(db, caseId, context)
}

async function deathOf(
  trx: Kysely<DB>,
  { account_id: accountId, opened_on: openedOn }: AccountOfCase,
  { partyId, diedOn, isDayConfirmed }: Input,
  { today, client }: CaseContext,
): Promise<{ party_id: string; person_name: string; died_on: NonNullable<Input['diedOn']> }> {
  const donor = (await donorsOf(trx, accountId)).find(each => each.party_id === partyId)
  if (!donor) throw fieldProblem('partyId', 'Choose the donor who died')
  if (diedOn === null || diedOn > today) throw fieldProblem('diedOn', futureDay)
  const signedAt = (await lastSignaturesOf(trx, accountId)).get(donor.party_id)
  const signedOn = signedAt === undefined ? null : dateOf(signedAt, client.timeZone)
  const question = dayOfDeathQuestion(diedOn, { openedOn, signedOn }, client.locale)
  if (question !== null && !isDayConfirmed)
    throw fieldProblem('isDayConfirmed', `${question} Confirm the day.`)
  return { party_id: donor.party_id, person_name: donor.name, died_on: diedOn }
}

/** The destinations that the donors named, each checked now; a charity is checked again before its grant is approved and paid. */
async function closingShares(
  trx: Kysely<DB>,
  caseId: string,
  accountId: string,
  { shares }: Input,
  context: CaseContext,
) {
  if (shares.reduce((sum, { shareHundredths }) => sum + shareHundredths, 0) !== 10_000)
    throw fieldProblem('shares', 'The shares must add up to 100%')
  const charities = await findCharityStatuses(
    trx,
    shares.flatMap(({ charityId }) => charityId ?? []),
    context.clock.now(),
  )
  const funds = await listAccountsOfFunds(
    trx,
    shares.flatMap(({ toFundId }) => toFundId ?? []),
  )
  return shares.map(({ charityId, toFundId, shareHundredths }, index) => {
    const common = { case_id: caseId, position: index + 1, share_hundredths: shareHundredths }
    const ready = { state: 'ready' as const, decided_at: context.clock.now() }
    if ((charityId === null) === (toFundId === null))
      throw fieldProblem('shares', 'Choose a charity or another fund for each share')
    if (charityId !== null) {
      const name = nameOfRecipient(charities.get(charityId), 'shares', context)
      return { ...common, ...ready, designation: 'charity' as const, name, to_charity_id: charityId }
    }
    const found = funds.find(({ fund_id: fundId }) => fundId === BigInt(toFundId ?? 0))
    const to = requireOtherFund(found, accountId, 'shares')
    const name = to.account_name
    return { ...common, ...ready, designation: 'fund' as const, name, to_account_id: to.account_id }
  })
}
