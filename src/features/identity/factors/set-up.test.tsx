import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Problem } from '../../../contract/problems.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { BackupCodeList, CopyNotice } from './BackupCodeList.tsx'
import { OneTimeCodeSteps } from './OneTimeCodeSteps.tsx'
import { useCopied } from './use-copied.ts'
import '../../../web/styles.ts'

const setUp = {
  setUpId: '01a1f8a3-44cc-798e-904b-52ec9e9547c0',
  uri: 'otpauth://totp/Almoner:ann?secret=JBSWY3DPEHPK3PXP',
  secret: 'JBSW Y3DP EHPK 3PXP',
}

test('shows the secret as QR code and text, and sends the first code without spaces', async () => {
  const save = vi.fn(async () => 'saved')
  const saved = vi.fn()
  const screen = await render(
    <OneTimeCodeSteps setUp={setUp} save={save} onSaved={saved} cancel={<Button>Back</Button>} />,
  )
  await expect.element(screen.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expect.element(screen.getByText(setUp.secret)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Back' })).toBeVisible()
  const code = screen.getByRole('textbox', { name: 'One-time code' })
  await code.fill('12345')
  await screen.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(screen.getByRole('alert').getByText('Enter the six digits')).toBeVisible()
  expect(save).not.toHaveBeenCalled()
  await code.fill('123 456')
  await screen.getByRole('button', { name: 'Confirm' }).click()
  await vi.waitFor(() => expect(saved).toHaveBeenCalledWith('saved', { code: '123 456' }))
  expect(save).toHaveBeenCalledWith({ setUpId: setUp.setUpId, code: '123456' })
})

test('shows a wrong code at its field, and passes any other failure on', async () => {
  const failures = [
    new Problem('validation', { errors: { code: ['This code isn’t correct'] } }),
    new Problem('unavailable'),
  ]
  const failed = vi.fn()
  const screen = await render(
    <OneTimeCodeSteps
      setUp={setUp}
      save={() => Promise.reject(failures.shift())}
      onSaved={() => {}}
      onFailure={failed}
      cancel={null}
    />,
  )
  await screen.getByRole('textbox', { name: 'One-time code' }).fill('123456')
  await screen.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(screen.getByRole('alert').getByText('This code isn’t correct')).toBeVisible()
  expect(failed).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: 'Confirm' }).click()
  await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce())
})

function Codes() {
  const codes = ['abcd-efgh-jkmn', 'pqrs-tuvw-xyz2']
  const { copied, copy } = useCopied(codes)
  return (
    <>
      <BackupCodeList codes={codes} />
      <CopyNotice copied={copied} />
      <Button onPress={copy}>Copy</Button>
    </>
  )
}

test('copies the backup codes, or says that the browser blocked it', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
  const screen = await render(<Codes />)
  expect(screen.getByRole('listitem').all()).toHaveLength(2)
  await screen.getByRole('button', { name: 'Copy' }).click()
  await expect.element(screen.getByText('Copied')).toBeVisible()
  expect(writeText).toHaveBeenCalledWith('abcd-efgh-jkmn\npqrs-tuvw-xyz2')
  writeText.mockRejectedValueOnce(new Error('not allowed'))
  await screen.getByRole('button', { name: 'Copy' }).click()
  await expect.element(screen.getByText(/Your browser blocked copying/)).toBeVisible()
})
