import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { applicationOf } from '../domain/check-step.ts'
import type * as contract from '../review.contract.ts'
import type { Duplicate } from '../review.contract.ts'
import { eventsOf } from './applications.queries.ts'
import { findVisibleApplication, type OpeningContext } from './find-application.ts'
import { ownershipOf } from './ownership-of.ts'
import { decisionViolation } from './review-application.ts'
import { toResponse } from './show-application.ts'
import { differingAddresses } from './signed-addresses.ts'

const eventSentences: Record<Awaited<ReturnType<typeof eventsOf>>[number]['kind'], string> = {
  started: 'Started the application',
  'sent-to-sign': 'Sent it for signature',
  signed: 'Signed',
  'signature-declined': 'Declined to sign',
  submitted: 'Everyone has signed',
  asked: 'Asked a question',
  answered: 'Answered the question',
  'returned-to-draft': 'Withdrew it to change it',
  withdrawn: 'Withdrew it',
  claimed: 'Claimed it',
  released: 'Returned it to the queue',
  accepted: 'Accepted it',
  declined: 'Declined it',
  erased: 'Erased it',
}

const maxEvents = 200

export async function getApplicationReview(
  { params }: HandlerInput<typeof contract.getApplicationReview>,
  context: OpeningContext,
): Promise<Reply<typeof contract.getApplicationReview>> {
  const seen = await findVisibleApplication(params.applicationId, context)
  const { row } = seen
  const events = await eventsOf(context.db, row.application_id, maxEvents)
  const isWaiting = row.state === 'submitted'
  return {
    application: await toResponse(seen, context),
    ...ownershipOf(row),
    isOwn: row.owner_id === context.actor.userId,
    violation: await decisionViolation(context.db, row, context),
    // find-application-duplicates.ts is the only writer.
    duplicates: (row.duplicates ?? []) as Duplicate[],
    addresses: isWaiting ? await differingAddresses(row, applicationOf(row.draft), context) : [],
    duplicatesFoundAt: row.duplicates_found_at?.toISOString() ?? null,
    events: events.map(({ kind, by_name: by, text, at }) => ({
      kind,
      sentence: eventSentences[kind],
      by,
      at: at.toISOString(),
      text,
    })),
  }
}
