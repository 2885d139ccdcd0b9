import { expect, test } from 'vitest'
import { connectionHints } from './connection-hints.ts'

const ruth = {
  name: 'Ruth Whitcombe',
  last_name: 'Whitcombe',
  address_line1: '9 Quay St.',
  postal_code: '16501-2210',
}
const charity = { name: 'HARBOR LIGHT FOOD BANK', street: '12 MAIN ST', postal_code: '16501' }

test('names people whose name or address the charity has (§13)', () => {
  expect(connectionHints(charity, [ruth])).toEqual([])
  expect(connectionHints({ ...charity, name: 'THE WHITCOMBE FAMILY TRUST' }, [ruth])).toEqual([
    'The charity’s name contains the name of Ruth Whitcombe.',
  ])
  expect(connectionHints({ ...charity, street: '9 QUAY ST' }, [ruth])).toEqual([
    'The charity has the same address as Ruth Whitcombe.',
  ])
})

test('says nothing about parts of words, other places, short and common names, or what is not known', () => {
  expect(connectionHints({ ...charity, name: 'WHITCOMBESHIRE TRUST' }, [ruth])).toEqual([])
  expect(connectionHints({ ...charity, street: '9 QUAY ST', postal_code: '10001' }, [ruth])).toEqual([])
  expect(connectionHints({ ...charity, name: 'LEE STREET CHURCH' }, [{ ...ruth, last_name: 'Lee' }])).toEqual(
    [],
  )
  expect(connectionHints({ ...charity, name: 'FIRST CHURCH' }, [{ ...ruth, last_name: 'Church' }])).toEqual(
    [],
  )
  const unknown = { ...ruth, last_name: null, address_line1: null, postal_code: null }
  expect(connectionHints({ name: 'X', street: null, postal_code: null }, [unknown])).toEqual([])
})
