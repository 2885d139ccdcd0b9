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

/** `One earlier grant is`, `2 grants for this case are`. */
const grantsAre = (count: number, before: string, after = '') =>
  count === 1 ? `One ${before}grant${after} is` : `${count} ${before}grants${after} are`

/** The remaining steps of a case, as sentences for staff; empty once it has ended. */
export function remainingSteps(about: Remaining, locale: string): string[] {
  const { unanswered, undecided } = about
  const names = new Intl.ListFormat(locale)
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
  if (about.takesWholeFund) found.push('We will hand over the whole fund to its successor.')
  else if (about.hasReadyDue) found.push('We will make the transfers and grants that are due.')
  if (about.otherGrants > 0) found.push(`${grantsAre(about.otherGrants, 'earlier ')} waiting for a decision.`)
  if (about.caseGrants > 0)
    found.push(`${grantsAre(about.caseGrants, '', ' for this case')} waiting for approval or payment.`)
  if (about.excludedMinor > 0n)
    found.push('Assets that can’t be divided yet will be divided by share once they have been sold.')
  if (about.spendableMinor < 0n) found.push('The fund is overdrawn, which must be settled first.')
  return found.length === 0 ? ['The fund is empty. We will close it.'] : found
}
