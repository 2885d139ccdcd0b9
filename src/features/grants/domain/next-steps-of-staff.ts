/** The colleagues of somebody who enters a grant, by what they may do about it. */
type Colleagues = { approve: readonly string[]; pay: readonly string[] }

const shownNames = 3

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, shownNames).join(', ')
  return names.length > shownNames ? `${shown} and ${names.length - shownNames} more` : shown
}

/** Who can take the next steps, which whoever enters a grant cannot; with `isStuck`, a step that no one could take. */
export function nextSteps({ approve, pay }: Colleagues): { text: string; isStuck: boolean } {
  const stuck = (text: string) => ({ text, isStuck: true })
  if (approve.length === 0)
    return stuck(
      'You are the only one who may approve grants, and no one approves what they entered. Ask a colleague to enter this.',
    )
  if (pay.length === 0)
    return stuck(
      'You are the only one who may pay grants, and no one pays what they entered. Ask a colleague to enter this.',
    )
  const [only, ...others] = new Set([...approve, ...pay])
  if (others.length === 0)
    return stuck(
      `Only ${only} could both approve and pay this. If its amount takes two people, it could not be paid.`,
    )
  return {
    text: `You cannot approve or pay what you enter. Who may approve it: ${namesOf(approve)}. Who may pay it: ${namesOf(pay)}.`,
    isStuck: false,
  }
}
