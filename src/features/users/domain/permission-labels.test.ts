import { expect, test } from 'vitest'
import { permissions } from '../../../contract/permissions.ts'
import { permissionAreas } from './permission-labels.ts'

test('each permission can be chosen in one area', () => {
  const offered = permissionAreas.flatMap(({ actions }) => actions)
  expect(offered.toSorted()).toEqual([...permissions].toSorted())
})
