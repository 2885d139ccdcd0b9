import { afterEach, expect, test } from 'vitest'
import { returnTargetKey, writeReturnTarget } from './return-target.ts'
import { tabStorage } from './storages.ts'

afterEach(() => tabStorage.removeItem(returnTargetKey))
const target = () => tabStorage.getItem(returnTargetKey)

test('a session that ends on a page of the login leaves the target of the tab', () => {
  writeReturnTarget('/fund-activity')
  for (const address of ['/sign-in?client=npt', '/sso?code=1', '/sign-in']) writeReturnTarget(address, 'ann')
  expect(target()).toBe(' /fund-activity')
  writeReturnTarget('/sign/0190a000', 'ann')
  expect(target()).toBe('ann /sign/0190a000')
})

test('a visitor who asks for nothing keeps the target of a person whose session ended', () => {
  writeReturnTarget('/account', 'ann')
  writeReturnTarget(undefined)
  expect(target()).toBe('ann /account')
  writeReturnTarget('/faq')
  writeReturnTarget(undefined)
  expect(target()).toBeNull()
})
