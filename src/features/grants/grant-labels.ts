import type { TimeLineEvent } from '../../web/ui/progress/TimeLine.tsx'
import type { GrantDetails } from './grants.contract.ts'

type GrantStep = GrantDetails['steps'][number]

const stepTitles = {
  recommend: 'Recommended',
  review: 'Review begun',
  'ask-information': 'Information asked for',
  reserve: 'Funds set aside',
  approve: 'Approved',
  schedule: 'Payment scheduled',
  pay: 'Paid',
  clear: 'Received by the charity',
  cancel: 'Cancelled',
  reject: 'Rejected',
  void: 'Cancelled before payment',
  return: 'Returned',
  'void-payment': 'Voided',
} as const satisfies Record<GrantStep['transition'], string>

const endings = new Set<GrantStep['transition']>(['cancel', 'reject', 'void', 'return', 'void-payment'])

/** The time line of open-points 6: what happened, who did it, and what is awaited from whom. */
export function grantEvents(
  grant: GrantDetails,
  words: { locale: string; sponsor: string },
): TimeLineEvent[] {
  const { locale } = words
  const done = grant.steps.map((step, index): TimeLineEvent => {
    const isLast = index === grant.steps.length - 1
    return {
      key: String(step.step),
      // Of what came back the state says whether it was all.
      title: step.transition === 'return' ? step.state : asWritten(stepTitles[step.transition], locale),
      when: instantInWords(step.at, locale),
      note: [`by ${step.actorName}`, ...(step.message === null ? [] : [step.message])].join(': '),
      state: endings.has(step.transition) ? 'ended' : isLast && isUnderWay(grant) ? 'current' : 'done',
    }
  })
  return [...done, ...awaited(grant, words)]
}

/** The server's words are British; US clients write "canceled". */
export function asWritten(text: string, locale: string): string {
  return locale === 'en-US' ? text.replace('ancelled', 'anceled') : text
}

const isUnderWay = ({ transactionStatusCode }: GrantDetails) => transactionStatusCode <= 4

function awaited(grant: GrantDetails, { sponsor }: { sponsor: string }): TimeLineEvent[] {
  const coming = (key: string, title: string, note?: string): TimeLineEvent => ({
    key,
    title,
    ...(note === undefined ? {} : { note }),
    state: 'awaited',
  })
  const payment = coming('payment', 'Payment to the charity', `awaited from ${sponsor}`)
  switch (grant.transactionStatusCode) {
    case 1:
    case 2:
      return [
        ...(grant.reviewState === 'information_needed'
          ? [coming('information', 'Your answer', 'awaited from you')]
          : []),
        ...(grant.reviewState === 'waiting_for_funds'
          ? [coming('funds', 'Funds in your account', 'the grant waits until the balance suffices')]
          : []),
        coming(
          'approval',
          'Review and approval',
          `awaited from ${sponsor}; we write to you when it is decided`,
        ),
        payment,
      ]
    case 3:
    case 4:
      return [payment]
    case 6:
      return [coming('receipt', 'Received by the charity', "awaited from the charity's bank")]
    default:
      return []
  }
}

/** `November 20, 2026, 10:46 AM`, where the reader is. */
function instantInWords(at: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(at))
}

/** How it was paid, in the words of the reader's country; null while it is not. */
export function paymentLabel(grant: GrantDetails, locale: string): string | null {
  if (grant.paymentMethod === null) return null
  const method =
    grant.paymentMethod === 'eft' ? 'Electronic transfer' : locale === 'en-US' ? 'Check' : 'Cheque'
  return grant.paymentReference === null ? method : `${method}, ${grant.paymentReference}`
}
