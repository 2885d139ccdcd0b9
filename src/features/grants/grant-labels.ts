import { formatInstant, type InstantStyle } from '../../domain/dates.ts'
import { localEnglish } from '../../domain/local-english.ts'
import type { TimeLineEvent } from '../../web/ui/progress/TimeLine.tsx'
import { namings } from '../people/domain/naming.ts'
import { recommendedBy } from './domain/advice-text.ts'
import type { RepeatedChoices } from './domain/grant-choices.ts'
import { isOneOf, pendingStatuses, statusCodes } from './domain/grant-status.ts'
import { purposeDescription } from './domain/purpose.ts'
import type { GrantDetails } from './grants.contract.ts'

type GrantStep = GrantDetails['steps'][number]

const stepTitles = {
  recommend: 'Recommended',
  review: 'Review started',
  'ask-information': 'Information requested',
  answer: 'Question answered',
  reserve: 'Funds set aside',
  approve: 'Approved',
  schedule: 'Payment scheduled',
  unschedule: 'Payment moved to a later day',
  pay: 'Paid',
  // The bank did not carry out the payment; the next run makes it.
  'reject-payment': 'Payment moved to a later day',
  clear: 'Received by the charity',
  reopen: 'Under review again',
  cancel: 'Cancelled',
  reject: 'Rejected',
  void: 'Cancelled before payment',
  return: 'Returned',
  'reverse-return': 'Not returned after all',
  'void-payment': 'Voided',
} as const satisfies Record<GrantStep['transition'], string>

const endings = new Set<GrantStep['transition']>(['cancel', 'reject', 'void', 'return', 'void-payment'])

/** The grant's timeline: past steps with their actors, then the next step (§13). */
export function grantEvents(
  grant: GrantDetails,
  options: InstantStyle & { sponsor: string },
): TimeLineEvent[] {
  const { locale, timeZone } = options
  const done = grant.steps.map((step, index): TimeLineEvent => {
    const isLast = index === grant.steps.length - 1
    return {
      key: String(step.step),
      // The state says whether all of it or a part was returned.
      title: step.transition === 'return' ? step.state : localEnglish(stepTitles[step.transition], locale),
      when: formatInstant(step.at, { locale, timeZone }),
      note: [actorOf(step, grant, locale), ...(step.message === null ? [] : [step.message])].join(': '),
      state: endings.has(step.transition) ? 'ended' : isLast && isUnderWay(grant) ? 'current' : 'done',
    }
  })
  return [...done, ...nextEvents(grant, options)]
}

/** Who took a step. What the sponsor's staff entered follows a donor's advice. */
function actorOf(step: GrantStep, { recommendedByName, advice }: GrantDetails, locale: string): string {
  if (step.transition === 'recommend' && recommendedByName === null)
    return recommendedBy(null, advice, locale)
  return `${step.transition === 'clear' ? 'Confirmed by' : 'by'} ${step.actorName}`
}

const isUnderWay = ({ transactionStatusCode }: GrantDetails) =>
  isOneOf(pendingStatuses, transactionStatusCode)

function nextEvents(grant: GrantDetails, { sponsor }: { sponsor: string }): TimeLineEvent[] {
  const upcoming = (key: string, title: string, note?: string): TimeLineEvent => ({
    key,
    title,
    ...(note === undefined ? {} : { note }),
    state: 'upcoming',
  })
  const payment = upcoming('payment', 'Payment to the charity', `${sponsor} will send the payment`)
  switch (grant.transactionStatusCode) {
    case statusCodes.recommended:
    case statusCodes.underReview:
      return [
        ...(grant.reviewState === 'information_needed'
          ? [upcoming('information', 'Your answer', 'We are waiting for your reply')]
          : []),
        ...(grant.reviewState === 'waiting_for_funds'
          ? [upcoming('funds', 'Funds in your account', 'The grant waits until your balance covers it')]
          : []),
        upcoming(
          'approval',
          'Review and approval',
          `${sponsor} is reviewing this and will e-mail you when it is decided`,
        ),
        payment,
      ]
    case statusCodes.approved:
    case statusCodes.scheduled:
      return [payment]
    case statusCodes.paid:
      return [
        upcoming(
          'receipt',
          'Received by the charity',
          'We are waiting for confirmation from the charity’s bank',
        ),
      ]
    default:
      return []
  }
}

/** The donor's choices for a grant, apart from its charity and amount: shown before it is submitted and on its page. */
export function donorChoices(
  { purposeCode, purposeText, namingCode }: RepeatedChoices,
  locale: string,
): { term: string; description: string }[] {
  return [
    { term: 'Purpose', description: purposeDescription(purposeCode, purposeText, locale) },
    { term: 'What the charity sees', description: namings[namingCode] },
  ]
}
