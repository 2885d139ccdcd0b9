import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { pressByKeyboard, tabTo } from './pages/keyboard.ts'
import { makePerson } from './people/make-person.ts'

const everything = [{ role: 'super_user' as const, actions: null }]

/** Letters that no other run has. */
const letters = () =>
  [...Date.now().toString(36)]
    .map(sign => (/\d/.test(sign) ? String.fromCharCode(103 + Number(sign)) : sign))
    .join('')

test('two people make a named set, and it is changed and retired, by keyboard at 320 px (§14, §15)', async ({
  signInPerson,
}) => {
  test.setTimeout(180_000)
  const at = '/super-user-dashboard/users/sets'
  const viewport = { width: 320, height: 640 }
  const name = `desk-${letters()}`
  const title = `Desk ${name.slice(5)}`
  const page = await signInPerson(
    'tolleson',
    await makePerson('tolleson', { lastName: 'One', roles: everything }),
    { at, viewport },
  )
  await expect(page.getByRole('heading', { name: 'Named Sets', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payments', level: 2 })).toBeVisible()
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  await pressByKeyboard(page, page.getByRole('button', { name: 'Make a set' }))
  const form = page.getByRole('form', { name: 'Make a set' })
  await tabTo(page, form.getByRole('textbox', { name: /^Title/ }))
  await page.keyboard.type(title)
  await tabTo(page, form.getByRole('textbox', { name: /^Name in the audit log/ }))
  await page.keyboard.type(name)
  await tabTo(page, form.getByRole('textbox', { name: /^What people do with it/ }))
  await page.keyboard.type('Answers questions at the desk.')
  await tabTo(page, form.getByRole('checkbox', { name: 'Answer questions' }), 'Tab', 120)
  await page.keyboard.press('Space')
  await tabTo(page, form.getByRole('checkbox', { name: 'Send messages again' }))
  await page.keyboard.press('Space')
  await expect(form.getByText(/^A second person has to confirm this/)).toBeVisible()
  await tabTo(page, form.getByRole('textbox', { name: /^Reason/ }))
  await page.keyboard.type('A desk opens')
  await pressByKeyboard(page, form.getByRole('button', { name: 'Send for confirmation' }))
  const made = page.getByRole('article', { name: title, exact: true })
  await expect(made.getByText(/someone else has to confirm it/)).toBeVisible()
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  const second = await signInPerson(
    'tolleson',
    await makePerson('tolleson', { lastName: 'Two', roles: everything }),
    { at: '/super-user-dashboard/users', viewport },
  )
  await pressByKeyboard(second, second.getByRole('link', { name: 'See the named sets' }).first())
  const waiting = second.getByRole('article', { name: title, exact: true })
  await expect(waiting.getByText('Answer questions', { exact: true })).toBeVisible()
  await tabTo(second, waiting.getByRole('button', { name: /^Confirm/ }), 'Tab', 120)
  await second.keyboard.press('Enter')
  await expect(waiting.getByText(/^Super user\. No one holds it/)).toBeVisible()
  await expectNoAxeFindings(second)

  // One person takes a permission away, and stops the set from being given.
  await tabTo(second, waiting.getByRole('button', { name: /^Change/ }), 'Tab', 120)
  await second.keyboard.press('Enter')
  const change = second.getByRole('form', { name: `Change ${title}` })
  await tabTo(second, change.getByRole('checkbox', { name: 'Send messages again' }), 'Tab', 120)
  await second.keyboard.press('Space')
  await expect(change.getByText('Takes away: Send messages again.')).toBeVisible()
  await tabTo(second, change.getByRole('textbox', { name: /^Reason/ }))
  await second.keyboard.type('Mails are sent by others')
  await pressByKeyboard(second, change.getByRole('button', { name: 'Change this set' }))
  await expect(waiting.getByRole('button', { name: /^1 permission/ })).toBeVisible()
  await tabTo(second, waiting.getByRole('button', { name: /^Stop giving/ }), 'Tab', 120)
  await second.keyboard.press('Enter')
  await tabTo(second, waiting.getByRole('textbox', { name: /^Why/ }))
  await second.keyboard.type('The desk closes')
  await pressByKeyboard(second, waiting.getByRole('button', { name: 'Stop giving this set' }))
  await expect(waiting).toBeHidden()
  await expect(second.getByRole('table', { name: 'History' })).toContainText('The desk closes')
  await expectNoAxeFindings(second)
  expect(await second.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
