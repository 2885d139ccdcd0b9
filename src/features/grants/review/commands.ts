import { formatDate } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { formatMoney } from '../../../domain/money.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { releasedSentence } from '../domain/set-aside.ts'
import { type StaffCommand, type StaffGrant, staffCommands } from './staff-grants.contract.ts'

export type CommandName = StaffCommand

type TextField = 'none' | 'optional' | 'required'
type CommandTexts = {
  title: string
  submit: string
  question: string
  /** After “The grant of $500.00 to Oak House”. */
  done: string
  /** The internal note. */
  reason: TextField
  message: TextField
  isDangerous?: true
}

export const commandLabels: Readonly<Record<CommandName, CommandTexts>> = {
  approve: {
    title: 'Approve',
    submit: 'Approve this grant',
    question: 'Approve this grant?',
    done: 'was approved. It will be paid in the next run. The donor has been told.',
    reason: 'optional',
    message: 'optional',
  },
  ask: {
    title: 'Ask',
    submit: 'Ask the donor',
    question: 'Ask the donor this question?',
    done: 'is waiting for the donor’s answer. We’ve sent the question.',
    reason: 'optional',
    message: 'required',
  },
  reserve: {
    title: 'Set funds aside',
    submit: 'Set the amount aside',
    question: 'Set the amount aside?',
    done: 'is now funded and can be decided.',
    reason: 'optional',
    message: 'none',
  },
  hold: {
    title: 'Hold',
    submit: 'Put this grant on hold',
    question: 'Put this grant on hold?',
    done: 'is on hold. The donor sees no difference.',
    reason: 'required',
    message: 'none',
  },
  release: {
    title: 'Release',
    submit: 'End the hold',
    question: 'End the hold of this grant?',
    done: 'is no longer on hold.',
    reason: 'required',
    message: 'none',
  },
  reject: {
    title: 'Reject',
    submit: 'Reject this grant',
    question: 'Reject this grant?',
    done: 'was rejected, and we’ve told the donor why.',
    reason: 'optional',
    message: 'required',
    isDangerous: true,
  },
  clear: {
    title: 'Cleared',
    submit: 'Record that it cleared',
    question: 'Has the charity received this payment?',
    done: 'is recorded as received by the charity.',
    reason: 'optional',
    message: 'none',
  },
  reopen: {
    title: 'Return to review',
    submit: 'Return this grant to review',
    question: 'Return this grant to review?',
    done: 'is under review again and needs a new decision. Its amount stays set aside.',
    reason: 'required',
    message: 'none',
  },
  void: {
    title: 'Cancel grant',
    submit: 'Cancel this grant',
    question: 'Cancel this grant before its payment?',
    done: 'was cancelled before payment, and we’ve told the donor.',
    reason: 'optional',
    message: 'required',
    isDangerous: true,
  },
  voidPayment: {
    title: 'Stop payment',
    submit: 'Record that it was stopped',
    question: 'Was the payment stopped?',
    done: 'is recorded as stopped. The amount was credited, and we’ve told the donor.',
    reason: 'optional',
    message: 'required',
    isDangerous: true,
  },
  return: {
    title: 'Return',
    submit: 'Record the return',
    question: 'Record this return?',
    done: 'is recorded as returned. The amount was credited, and we’ve told the donor.',
    reason: 'optional',
    message: 'required',
  },
  reverseReturn: {
    title: 'Take back return',
    submit: 'Ask to take back the return',
    question: 'Was this return recorded by mistake?',
    done: '',
    reason: 'none',
    message: 'required',
    isDangerous: true,
  },
  reissue: {
    title: 'Reissue',
    submit: 'Reissue this grant',
    question: 'Reissue this grant?',
    done: 'was reissued as a new grant, which someone else has to approve.',
    reason: 'required',
    message: 'none',
  },
}

/** `The grant of $25,000.00 to Harbor Light Food Bank was approved. …` */
export function doneLabel(
  command: CommandName,
  grant: Pick<StaffGrant, 'amountMinor' | 'returnedMinor' | 'currency' | 'charityName' | 'reviewState'>,
  locale: string,
  /** The grant after the command. */
  after: { isWaiting: boolean; returnedMinor: bigint },
): string {
  const amount = formatMoney(grant.amountMinor, grant.currency, locale)
  if (after.isWaiting)
    return `${commandLabels[command].title}: the grant of ${amount} to ${charityName(grant.charityName)} has not changed yet. ${command === 'reverseReturn' ? 'A' : 'Because of the amount, a'} second person has to confirm this on the page Requests.`
  const what = localEnglish(commandLabels[command].done, locale)
  const returnedMinor = after.returnedMinor - grant.returnedMinor
  const part =
    command === 'return' && returnedMinor < grant.amountMinor
      ? `${formatMoney(returnedMinor, grant.currency, locale)} of the grant`
      : 'The grant'
  const done = `${part} of ${amount} to ${charityName(grant.charityName)} ${what}`
  return command === 'reject' ? `${done} ${releasedSentence(grant, 'available in the fund')}` : done
}

/** `$100.00 on May 3, 2026, reference 77-1`: a return that was recorded. */
export function returnText(
  { amountMinor, on, reference }: StaffGrant['returns'][number],
  { currency }: Pick<StaffGrant, 'currency'>,
  locale: string,
): string {
  const what = `${formatMoney(amountMinor, currency, locale)} on ${formatDate(on, locale)}`
  return reference === null ? what : `${what}, reference ${reference}`
}

/** The commands that the grant's state allows and the caller may not give, grouped by reason. */
export function refusalsOf(commands: StaffGrant['commands']): { titles: string; reason: string }[] {
  const byReason = new Map<string, string[]>()
  for (const command of staffCommands) {
    const reason = commands[command]
    if (reason !== null && reason !== undefined)
      byReason.set(reason, [...(byReason.get(reason) ?? []), commandLabels[command].title])
  }
  return [...byReason].map(([reason, titles]) => ({ titles: titles.join(', '), reason }))
}
