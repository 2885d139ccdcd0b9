/**
 * The states of a payment run: created → approved → sent; one that was not sent can be cancelled. `rejected`: the bank refused it as a whole,
 * before or after it was recorded as sent.
 */
export const runStates = ['created', 'approved', 'sent', 'rejected', 'cancelled'] as const
export type RunState = (typeof runStates)[number]

export const runStateLabels: Readonly<Record<RunState, string>> = {
  created: 'Awaiting approval',
  approved: 'Approved',
  sent: 'Sent',
  rejected: 'Refused by the bank',
  cancelled: 'Cancelled',
}

/** The commands for a run. `letters` and `file` are downloads. */
export const runCommands = ['check', 'approve', 'withdraw', 'release', 'reprint', 'send', 'cancel'] as const
export type RunCommand = (typeof runCommands)[number]

export type RunFacts = {
  state: RunState
  isCheque: boolean
  isReleased: boolean
  createdBy: string
  releasedBy: string | null
  payments: number
  problems: number
}

/** Whether the state of the run allows the command. */
export function canCommand(command: RunCommand, { state, isReleased, isCheque }: RunFacts): boolean {
  switch (command) {
    case 'check':
    case 'approve':
    case 'cancel':
      return state === 'created'
    case 'withdraw':
    case 'release':
      return state === 'approved' && !(command === 'release' && isReleased)
    case 'reprint':
      return isCheque && state === 'approved' && isReleased
    case 'send':
      return state === 'approved' && isReleased
  }
}

/**
 * Why this person may not use the command, as a sentence; null if they may. The person who created a run does not approve it, and once its file
 * was released, someone else confirms that the bank does not have it.
 */
export function runCommandViolation(command: RunCommand, run: RunFacts, userId: string): string | null {
  if (command === 'approve') {
    if (run.payments === 0) return 'This run has no payments.'
    if (run.problems > 0)
      return run.problems === 1
        ? 'One grant cannot be paid. Remove it from the run first.'
        : `${run.problems} grants cannot be paid. Remove them from the run first.`
    if (run.createdBy === userId) return 'You created this run, so someone else has to approve it.'
  }
  if (command === 'withdraw' && run.isReleased && run.releasedBy === userId)
    return 'You downloaded the file of this run, so someone else has to confirm that the bank doesn’t have it.'
  if (command === 'reprint' && run.releasedBy === userId)
    return 'You released the register of this run, so someone else has to look at what was spoiled.'
  return null
}

/** The reference of a grant’s payment, which the bank and the charity read. */
export const referenceOf = (transactionId: string | bigint): string => `GRANT-${transactionId}`

/** Days after which staff contact the charity about an outstanding cheque, and after which it is stale. */
export const chequeDays = { contact: 90, stale: 180 } as const

type ChequeAge = 'recent' | 'contact' | 'stale'

/** `days`: since the date of the cheque. */
export function chequeAge(days: number): ChequeAge {
  if (days >= chequeDays.stale) return 'stale'
  return days >= chequeDays.contact ? 'contact' : 'recent'
}

/** The most grants of one run; the next run takes the rest. */
export const maxPaymentsOfRun = 20_000
