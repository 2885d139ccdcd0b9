import type { StatusSign } from '../../../../domain/status-sign.ts'
import { nameOf } from '../../domain/content-labels.ts'
import type { ContentChange, ContentVersion, ContentVersionState } from '../../editing.contract.ts'
import { instantLabel } from '../content-times.ts'

/** What a version changes, while pending and once in effect. */
export const changeLabels = {
  text: { pending: 'A new version is awaiting approval.', done: 'Text changed' },
  hide: { pending: 'A request to hide this text is awaiting approval.', done: 'Hidden' },
  'return-to-common': {
    pending: 'A request to return to the default text is awaiting approval.',
    done: 'Returned to the default text',
  },
} as const satisfies Record<ContentChange, { pending: string; done: string }>

export const versionStateLabels = {
  awaiting: 'Awaiting approval',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  scheduled: 'Scheduled',
  unscheduled: 'Unscheduled',
  published: 'Published now',
  past: 'Past',
} as const satisfies Record<ContentVersionState, string>

export const versionSigns = {
  awaiting: 'waiting',
  declined: 'refused',
  withdrawn: 'ended',
  scheduled: 'in-progress',
  unscheduled: 'ended',
  published: 'done',
  past: 'ended',
} as const satisfies Record<ContentVersionState, StatusSign>

/** Who decided about a version, and when it took effect. */
export function decisionLabel({ state, decided, liveAt }: ContentVersion, timeZone: string): string[] {
  const verb = { declined: 'Declined', withdrawn: 'Withdrawn', unscheduled: 'Unscheduled' } as const
  const lines = []
  if (decided) {
    // `in`, which narrows no type, has found the state.
    const what = state in verb ? verb[state as keyof typeof verb] : 'Approved'
    lines.push(`${what} by ${nameOf(decided.person)}, ${instantLabel(decided.at, timeZone)}`)
  }
  if (liveAt !== null)
    lines.push(`${state === 'scheduled' ? 'Takes effect' : 'Took effect'} ${instantLabel(liveAt, timeZone)}`)
  return lines
}
