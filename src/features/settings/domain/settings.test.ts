import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Client } from '../../../clients/client.ts'
import { npt } from '../../../clients/configuration/npt.ts'
import { npttransatlantic } from '../../../clients/configuration/npttransatlantic.ts'
import { propertyRuns } from '../../../testing/property-runs.ts'
import {
  applySettings,
  type SetValue,
  settingNames,
  settingOf,
  settingsOf,
  thresholdNames,
} from './settings.ts'

const two: Client = npttransatlantic
const amount = fc.bigInt({ min: 1n, max: 999_999_999_999_999n })
const withThresholds = (amounts: readonly bigint[]): Client => {
  const [dual = 1n, stepUp = 1n, otherDual = 1n, otherStepUp = 1n] = amounts
  const inSecondaryBook = two.inSecondaryBook && {
    ...two.inSecondaryBook,
    ...{ dualControlFromMinor: otherDual, stepUpFromMinor: otherStepUp },
  }
  return { ...two, dualControlFromMinor: dual, stepUpFromMinor: stepUp, inSecondaryBook }
}
const thresholdsOf = (client: Client) => thresholdNames.map(name => BigInt(String(settingOf(client, name))))

test('no threshold is ever above that of the file, or above what two people set, in any order of changes', () => {
  const four = fc.array(amount, { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(four, four, four, (atFirst, set, later) => {
      const values: SetValue[] = thresholdNames.map((setting, at) => ({
        ...{ setting, value: String(set[at]), fileValue: String(atFirst[at]) },
      }))
      // The file was changed since.
      const found = thresholdsOf(applySettings(withThresholds(later), values))
      found.forEach((inForce, at) => {
        const [ofFile = 0n, ofPeople = 0n] = [later[at], set[at]]
        expect(inForce).toBe(ofFile < ofPeople ? ofFile : ofPeople)
      })
    }),
    { numRuns: propertyRuns({ usual: 200, long: 5_000 }) },
  )
})

test('hours and days set on screen hold until the file says something else', () => {
  const values: SetValue[] = [
    { setting: 'support-hours', value: 'Mornings', fileValue: npt.support.hours },
    { setting: 'grant-days', value: { decision: 2, payment: 3 }, fileValue: npt.grantDays },
  ]
  const changed = applySettings<Client>(npt, values)
  expect([changed.support.hours, changed.grantDays]).toEqual(['Mornings', { decision: 2, payment: 3 }])
  expect(changed.support.phone).toBe(npt.support.phone)
  const file: Client = {
    ...npt,
    support: { ...npt.support, hours: 'Evenings' },
    grantDays: { decision: 5, payment: 9 },
  }
  expect(applySettings(file, values)).toEqual(file)
})

test('a client has the thresholds of its secondary book only where that has rules of its own', () => {
  expect(settingsOf(npt)).toEqual(settingNames.filter(name => !name.startsWith('secondary-')))
  expect(settingsOf(two)).toEqual([...settingNames])
  const set = { setting: 'secondary-step-up-from', value: '1', fileValue: '2' } as const
  expect(applySettings<Client>(npt, [set])).toEqual(npt)
})
