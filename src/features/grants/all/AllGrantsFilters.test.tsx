import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { nptuk } from '../../../clients/configuration/nptuk.ts'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { contextOfPage } from '../../../testing/screens/client-context.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import { AllGrantsPage } from './AllGrantsPage.tsx'
import '../../../web/styles.ts'

const path = '/super-user-dashboard/all-grants'
const [width, height] = [window.innerWidth, window.innerHeight]
const { fetched, show } = staffScreens(['SUPER_DASHBOARD_VIEW'])
beforeEach(async () => {
  await page.viewport(320, 700)
  const context = document.getElementById('client-context')
  if (context !== null) context.textContent = JSON.stringify(contextOfPage(nptuk))
})
afterEach(async () => await page.viewport(width, height))

test('a British sponsor filters by the register of the charity instead of its class', async () => {
  const asked: URLSearchParams[] = []
  fetched.mockImplementation(async address => {
    asked.push(new URL(String(address), window.location.href).searchParams)
    return Response.json({ data: [], meta: { total: 0, next: null, isTotalExact: true } })
  })
  const screen = await show(<AllGrantsPage />, { path, at: `${path}?register=GB-SC` })
  const registers = screen.getByRole('combobox', { name: 'Register of the charity' })
  await expect.element(registers).toHaveValue('GB-SC')
  expect(asked[0]?.get('register')).toBe('GB-SC')
  expect(screen.getByRole('textbox', { name: /NTEE/ }).elements()).toEqual([])
  await registers.selectOptions('Northern Ireland')
  expect(await pageFaults()).toEqual([])
})
