export type Remaining = {
  state: 'opened' | 'distributing' | 'completed' | 'cancelled'
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

/** What remains to be done in a case, in plain words for staff; empty once it has ended. */
export function remainingSteps(about: Remaining): string[] {
  const { unanswered, undecided } = about
  return withSteps(about, [
    ...(unanswered.length > 0
      ? [`${names.format(unanswered)} ${unanswered.length === 1 ? 'has' : 'have'} not answered yet.`]
      : []),
    ...(undecided.length > 0
      ? [`We decide where ${names.format(undecided)} ${undecided.length === 1 ? 'goes' : 'go'}.`]
      : []),
    ...(about.redirections > 0 ? ['A second person confirms another destination of a share.'] : []),
  ])
}

/** What remains, for one successor: it names nobody else and no amount. */
export function remainingForSuccessor(about: Remaining, hasAnswered: boolean): string[] {
  const others = about.unanswered.length - (hasAnswered ? 0 : 1)
  return withSteps(about, [
    ...(hasAnswered ? [] : ['You have not answered yet.']),
    ...(others > 0 ? ['Other successors have not answered yet.'] : []),
    ...(about.undecided.length > 0 ? ['We decide where other shares go.'] : []),
  ])
}

function withSteps(about: Remaining, decisions: readonly string[]): string[] {
  if (about.state === 'cancelled' || about.state === 'completed') return []
  if (about.state === 'opened') return ['A second person confirms the case after looking at its document.']
  const found = [...decisions]
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
  return found.length === 0 ? ['The fund is empty. We close it.'] : found
}
