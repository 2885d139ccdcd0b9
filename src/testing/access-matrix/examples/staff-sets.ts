import { randomUUID } from 'node:crypto'
import {
  changeStaffSet,
  confirmStaffSet,
  declineStaffSet,
  listStaffSets,
  makeStaffSet,
} from '../../../features/users/staff-sets.contract.ts'
import { newSetLetters } from '../fresh-staff-sets.ts'
import { command, type Example, example } from './example.ts'

const needs = 'USER_MANAGE'
const reason = 'The team has changed'
const purpose = 'Answers questions.'

export const staffSetsExamples: readonly Example[] = [
  example(listStaffSets, {
    needs: ['USER_MANAGE', 'AUDIT_VIEW'],
    sent: () => ({}),
    contains: () => 'grants-reviewer',
  }),
  example(makeStaffSet, {
    needs,
    sent: () => ({
      body: command({
        ...{ name: newSetLetters(), role: 'super_user' as const, purpose, reason },
        ...{ title: `Answers ${randomUUID().slice(0, 13)}`, actions: ['MESSAGE_ANSWER' as const] },
      }),
    }),
    contains: () => 'waiting',
  }),
  example(changeStaffSet, {
    needs,
    statusElsewhere: 409,
    sent: async about => ({
      params: { setName: 'support' },
      body: command({
        ...{ lastChangeId: await about.freshSet(), title: `Support ${randomUUID().slice(0, 13)}` },
        ...{ purpose, reason, actions: ['MESSAGE_ANSWER' as const], isGiven: true },
      }),
    }),
    contains: () => 'made',
  }),
  example(confirmStaffSet, {
    needs,
    sent: async about => ({ params: { changeId: await about.freshSetChange() }, body: command({}) }),
    contains: () => 'made',
  }),
  example(declineStaffSet, {
    needs,
    sent: async about => ({ params: { changeId: await about.freshSetChange() }, body: command({ reason }) }),
    contains: () => 'declined',
  }),
]
