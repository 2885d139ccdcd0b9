import type { Permission } from '../../../contract/permissions.ts'
import { permissionLabels } from './permission-labels.ts'

type Step = { action: Permission; people: number; minimum: number }

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** `Only 1 person can approve and reject grants; there should be at least 2.` `then`: after a change that was not made yet. */
export function shortfallSentence({ action, people, minimum }: Step, when: 'now' | 'then'): string {
  const who = people === 0 ? 'No one' : people === 1 ? 'Only 1 person' : `Only ${people} people`
  const can = when === 'now' ? 'can' : 'could then'
  return `${who} ${can} ${lowerFirst(permissionLabels[action])}; there should be at least ${minimum}.`
}
