import { formatMoney } from '../../../domain/money.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { releasedSentence } from '../../grants/domain/set-aside.ts'
import type { StaffGrant } from '../../grants/grants.contract.ts'

/** The commands on this screen, in the order of the grant's states. */
export const commands = ['approve', 'reject', 'pay'] as const
export type CommandName = (typeof commands)[number]

export const commandLabels = {
  approve: {
    title: 'Approve',
    submit: 'Approve this grant',
    question: 'Approve this grant?',
    done: 'was approved. It is now ready for payment, and we’ve told the donor.',
  },
  reject: {
    title: 'Reject',
    submit: 'Reject this grant',
    question: 'Reject this grant?',
    done: 'was rejected, and we’ve told the donor why.',
  },
  pay: {
    title: 'Record payment',
    submit: 'Record this payment',
    question: 'Was this grant paid?',
    done: 'is recorded as paid, and we’ve told the donor.',
  },
} as const satisfies Record<CommandName, { title: string; submit: string; question: string; done: string }>

/** `The grant of $25,000.00 to Harbor Light Food Bank was approved. …` */
export function doneLabel(
  command: CommandName,
  grant: Pick<StaffGrant, 'amountMinor' | 'currency' | 'charityName' | 'reviewState'>,
  locale: string,
): string {
  const amount = formatMoney(grant.amountMinor, grant.currency, locale)
  const done = `The grant of ${amount} to ${charityName(grant.charityName)} ${commandLabels[command].done}`
  return command === 'reject' ? `${done} ${releasedSentence(grant, 'available in the fund')}` : done
}

/** The commands that are not allowed, grouped by reason. */
export function refusalsOf(may: StaffGrant['may']): { titles: string; reason: string }[] {
  const byReason = new Map<string, string[]>()
  for (const command of commands) {
    const reason = may[command]
    if (reason !== null) byReason.set(reason, [...(byReason.get(reason) ?? []), commandLabels[command].title])
  }
  return [...byReason].map(([reason, titles]) => ({ titles: titles.join(', '), reason }))
}
