import { clientNamed } from '../../../clients/clients.ts'
import { listEndings } from '../../../features/settings/endings.contract.ts'
import {
  changeGrantDays,
  changeSupportHours,
  confirmThreshold,
  declineThreshold,
  getSettings,
  proposeThreshold,
} from '../../../features/settings/settings.contract.ts'
import { otherValue } from '../fresh-settings.ts'
import { command, type Example, example } from './example.ts'

const needs = 'SETTINGS_MANAGE'
const reason = 'A new season'

export const settingsExamples: readonly Example[] = [
  example(getSettings, {
    needs: ['SETTINGS_MANAGE', 'AUDIT_VIEW'],
    sent: () => ({}),
    contains: ({ book }) => clientNamed(book).support.hours,
  }),
  example(listEndings, { needs: ['SETTINGS_MANAGE', 'AUDIT_VIEW'], sent: () => ({}) }),
  example(changeSupportHours, {
    needs,
    statusElsewhere: 409,
    sent: async about => ({
      body: command({
        lastChangeId: await about.freshSetting('support-hours'),
        hours: String(otherValue('support-hours', '')),
        reason,
      }),
    }),
  }),
  example(changeGrantDays, {
    needs,
    statusElsewhere: 409,
    sent: async about => ({
      // No other test promises as many.
      body: command({
        lastChangeId: await about.freshSetting('grant-days'),
        decision: 7,
        payment: 60,
        reason,
      }),
    }),
  }),
  example(proposeThreshold, {
    needs,
    statusElsewhere: 409,
    sent: async about => ({
      body: command({
        lastChangeId: await about.freshSetting('step-up-from'),
        threshold: 'step-up-from' as const,
        amountMinor: 500_00n,
        reason,
      }),
    }),
  }),
  example(confirmThreshold, {
    needs,
    sent: async about => ({ params: { changeId: await about.freshThreshold() }, body: command({}) }),
  }),
  example(declineThreshold, {
    needs,
    sent: async about => ({ params: { changeId: await about.freshThreshold() }, body: command({ reason }) }),
  }),
]
