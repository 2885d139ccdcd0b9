export type Remaining = {
  state: 'opened' | 'distributing' | 'completed' | 'cancelled'
  outcome: 'returned' | 'handed-over' | 'closed' | null
  kind: 'death' | 'closing'
  /** Names of successors who have not answered. */
  unanswered: readonly string[]
  /** What has no destination for another reason, such as “the whole fund”. */
  undecided: readonly string[]
  redirections: number
  hasReadyDue: boolean
  takesWholeFund: boolean
  spendableMinor: bigint
  excludedMinor: bigint
  caseGrants: number
  otherGrants: number
}

const names = new Intl.ListFormat('en')
const grants = (count: number) => (count === 1 ? 'One grant' : `${count} grants`)

/** What remains to be done in a case, in plain words; empty once it has ended. Names no amounts: successors read some of it too. */
export function remainingSteps(about: Remaining): string[] {
  if (about.state === 'cancelled' || about.state === 'completed') return []
  if (about.state === 'opened') return ['A second person confirms the case after looking at its document.']
  const found: string[] = []
  if (about.unanswered.length > 0)
    found.push(
      `${names.format(about.unanswered)} ${about.unanswered.length === 1 ? 'has' : 'have'} not answered yet.`,
    )
  if (about.undecided.length > 0)
    found.push(
      `We decide where ${names.format(about.undecided)} ${about.undecided.length === 1 ? 'goes' : 'go'}.`,
    )
  if (about.redirections > 0) found.push('A second person confirms another destination of a share.')
  if (about.takesWholeFund) found.push('We hand the whole fund over to its successor.')
  else if (about.hasReadyDue) found.push('We make the transfers and grants that are due.')
  if (about.otherGrants > 0)
    found.push(
      `${grants(about.otherGrants)} from before ${about.otherGrants === 1 ? 'waits' : 'wait'} for a decision.`,
    )
  if (about.caseGrants > 0)
    found.push(
      `${grants(about.caseGrants)} of the case ${about.caseGrants === 1 ? 'waits' : 'wait'} for approval or payment.`,
    )
  if (about.excludedMinor > 0n)
    found.push('Assets that cannot be divided yet are divided by share once they have become money.')
  if (about.spendableMinor < 0n) found.push('The fund is overdrawn; that is settled first.')
  if (found.length === 0) found.push('The fund is empty. We close it.')
  return found
}
