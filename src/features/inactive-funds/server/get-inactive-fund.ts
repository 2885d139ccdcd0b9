import type { DefaultGrantSettings } from '../../../clients/client.ts'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { addressLines } from '../../../domain/countries.ts'
import { findCharityStatus } from '../../charities/server/charity-status.ts'
import { charityViolation } from '../../grants/server/charity-violation.ts'
import { type LetterTerm, termViolation } from '../domain/default-grant-rules.ts'
import type * as contract from '../inactive-funds.contract.ts'
import type { DefaultGrant, InactiveFundDetails } from '../inactive-funds.contract.ts'
import { confirmationRefusal } from './confirmation-refusal.ts'
import { type FundContext, requireFund } from './fund-context.ts'
import { fundResponse } from './fund-response.ts'
import { type DefaultGrantRow, listDefaultGrants, listPeople, listSteps } from './inactive-funds.queries.ts'
import { answerTo, termOf } from './letter-term.ts'

/** Throws `not-found` for a fund that is not active, and for another book's. */
export async function getInactiveFund(
  { params: { accountId } }: HandlerInput<typeof contract.getInactiveFund>,
  context: FundContext,
): Promise<Reply<typeof contract.getInactiveFund>> {
  return await fundDetails(accountId, context)
}

export async function fundDetails(accountId: string, context: FundContext): Promise<InactiveFundDetails> {
  const { db, realmDb, client } = context
  const { fund, rules } = await requireFund(accountId, context)
  const people = await listPeople(db, accountId)
  const answer = await answerTo(fund, people, realmDb)
  const steps = await listSteps(db, accountId)
  const { defaultGrant } = rules.settings
  return {
    ...fundResponse(fund, client),
    people: people.map(person => ({
      name: person.name,
      role: person.role,
      email: person.email,
      address: addressLines(person, client.locale),
    })),
    answer: answer && { kind: answer.kind, at: answer.at.toISOString() },
    steps: steps.map(step => ({
      stepId: step.step_id,
      kind: step.kind,
      note: step.note,
      byName: step.by_name,
      at: step.at.toISOString(),
      fileName: step.file_name,
    })),
    defaultGrants:
      defaultGrant && (await defaultGrantsOf(accountId, defaultGrant, termOf(fund, answer), context)),
  }
}

async function defaultGrantsOf(
  accountId: string,
  { charityId, termMonths }: DefaultGrantSettings,
  term: LetterTerm | null,
  { db, actor, client, clock, today }: FundContext,
): Promise<InactiveFundDetails['defaultGrants']> {
  const charity = await findCharityStatus(db, charityId, clock.now())
  const rows = await listDefaultGrants(db, accountId)
  const now = termViolation(term, { today, locale: client.locale }) ?? charityViolation(charity)
  const waits = rows.some(({ state }) => state === 'proposed')
  return {
    charityName: charity?.name ?? charityId,
    termMonths,
    refusal: waits ? 'A proposal waits for a second person.' : now,
    data: rows.map(row => proposalResponse(row, confirmationRefusal(row, actor) ?? now)),
  }
}

const proposalResponse = (row: DefaultGrantRow, refusal: string | null): DefaultGrant => ({
  defaultGrantId: row.default_grant_id,
  charityName: row.charity_name,
  amountMinor: row.amount_minor,
  reason: row.reason,
  state: row.state,
  proposedByName: row.proposed_by_name,
  proposedAt: row.proposed_at.toISOString(),
  decidedByName: row.decided_by_name,
  decidedAt: row.decided_at?.toISOString() ?? null,
  decisionReason: row.decision_reason,
  grantId: row.grant_id,
  refusal: row.state === 'proposed' ? refusal : null,
})
