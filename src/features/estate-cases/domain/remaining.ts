export type Remaining = {
  state: 'opened' | 'distributing' | 'completed' | 'cancelled'
  /** Names of successors who have not answered. */
  unanswered: readonly string[]
  /** Shares without a recipient for another reason, such as “the whole fund”. */
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

/** The remaining steps of a case, as sentences for staff; empty once it has ended. */
export function remainingSteps(about: Remaining): string[] {
  const { unanswered, undecided } = about
  return withSteps(about, [
    ...(unanswered.length > 0
      ? [`${names.format(unanswered)} ${unanswered.length === 1 ? 'has' : 'have'} not answered yet.`]
      : []),
    ...(undecided.length > 0 ? [`We still have to decide who receives ${names.format(undecided)}.`] : []),
    ...(about.redirections > 0 ? ['A second person must confirm the new recipient of a share.'] : []),
  ])
}

/** The remaining steps for one successor, without other people's names and without amounts. */
export function remainingForSuccessor(about: Remaining, hasAnswered: boolean): string[] {
  const others = about.unanswered.length - (hasAnswered ? 0 : 1)
  return withSteps(about, [
    ...(hasAnswered ? [] : ['You have not answered yet.']),
    ...(others > 0 ? ['Other successors have not answered yet.'] : []),
    ...(about.undecided.length > 0 ? ['We still have to decide who receives other shares.'] : []),
  ])
}

function withSteps(about: Remaining, decisions: readonly string[]): string[] {
  if (about.state === 'cancelled' || about.state === 'completed') return []
  if (about.state === 'opened') return ['A second person must check the document and confirm the case.']
  const found = [...decisions]
  if (about.takesWholeFund) found.push('We hand over the whole fund to its successor.')
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
    found.push('Assets that can’t be divided yet will be divided by share once they have been sold.')
  if (about.spendableMinor < 0n) found.push('The fund is overdrawn, which must be settled first.')
  return found.length === 0 ? ['The fund is empty. We close it.'] : found
}
