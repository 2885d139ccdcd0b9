import type { ContentChange, ContentVersion, ContentVersionState } from '../../editing.contract.ts'
import { nameOf } from '../content-labels.ts'
import { instantInWords } from '../content-times.ts'

/** What a version does when it takes effect. */
export const changeLabels = {
  text: { asked: 'New words await approval.', done: 'New words' },
  hide: { asked: 'It is to be hidden.', done: 'Hidden' },
  'return-to-common': { asked: 'It is to return to the common text.', done: 'The common text again' },
} as const satisfies Record<ContentChange, { asked: string; done: string }>

export const versionStateLabels = {
  awaiting: 'Awaiting approval',
  declined: 'Declined',
  withdrawn: 'Taken back',
  scheduled: 'Scheduled',
  unscheduled: 'Called off',
  published: 'Published now',
  past: 'Past',
} as const satisfies Record<ContentVersionState, string>

/** Who decided what about it, and when it counted. */
export function decisionLabel({ state, decided, liveAt }: ContentVersion, timeZone: string): string[] {
  const verb = { declined: 'Declined', withdrawn: 'Taken back', unscheduled: 'Called off' } as const
  const said = []
  if (decided) {
    const what = state in verb ? verb[state as keyof typeof verb] : 'Approved'
    said.push(`${what} by ${nameOf(decided.person)}, ${instantInWords(decided.at, timeZone)}`)
  }
  if (liveAt !== null)
    said.push(`${state === 'scheduled' ? 'Takes effect' : 'Took effect'} ${instantInWords(liveAt, timeZone)}`)
  return said
}
