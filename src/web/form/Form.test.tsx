import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod/mini'
import { Problem } from '../../contract/problems.ts'
import { quoted } from '../../testing/quoted-texts.ts'
import { Link } from '../ui/actions/Link.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { Form } from './Form.tsx'
import { SubmitRow } from './SubmitRow.tsx'
import { useForm } from './use-form.ts'

const schema = z.object({
  accountName: z.string().check(z.minLength(1, 'Enter the account name')),
  terms: z.boolean().check(z.refine(isAcknowledged => isAcknowledged, 'Acknowledge the terms')),
})
type Values = z.infer<typeof schema>

function AccountName({ save, onSaved }: { save: (values: Values) => Promise<void>; onSaved?: () => void }) {
  const form = useForm({
    schema,
    initial: { accountName: 'The Fund', terms: false },
    save,
    onSaved: onSaved ?? (() => {}),
  })
  return (
    <Form form={form}>
      <TextField label="Account Name" {...form.field('accountName')} />
      <Checkbox {...form.field('terms')}>I acknowledge the terms</Checkbox>
      <SubmitRow isPending={form.isPending} submitText="Save">
        <Link to="/account">Cancel</Link>
      </SubmitRow>
    </Form>
  )
}

async function show(save: (values: Values) => Promise<void>, onSaved?: () => void) {
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/update-account',
    component: () => <AccountName save={save} {...(onSaved ? { onSaved } : {})} />,
  })
  const account = createRoute({
    getParentRoute: () => root,
    path: '/account',
    component: () => <h1>Manage Account</h1>,
  })
  const history = createMemoryHistory({ initialEntries: ['/update-account'] })
  const router = createRouter({ routeTree: root.addChildren([page, account]), history })
  return render(<RouterProvider router={router as never} />)
}

const saved = () => vi.fn<(values: Values) => Promise<void>>(async () => {})

test('a refused submit focuses the summary, whose lines link to their fields, and sends nothing (§5)', async () => {
  const save = saved()
  const screen = await show(save)
  await screen.getByLabelText('Account Name').fill('')
  await screen.getByRole('button', { name: 'Save' }).click()
  const summary = screen.getByRole('alert')
  await expect.element(summary).toHaveFocus()
  await expect.element(summary.getByText('Enter the account name')).toBeVisible()
  await summary.getByRole('link', { name: 'Acknowledge the terms' }).click()
  await expect.element(screen.getByRole('checkbox')).toHaveFocus()
  await summary.getByRole('link', { name: 'Enter the account name' }).click()
  await expect.element(screen.getByLabelText('Account Name')).toHaveFocus()
  await expect
    .element(screen.getByLabelText('Account Name'))
    .toHaveAccessibleDescription('Enter the account name')
  expect(save).not.toHaveBeenCalled()
})

test("shows the server's messages at their fields and others as 'field - message' (§8)", async () => {
  const errors = {
    accountName: ['This name is taken'],
    'terms.version': ['The terms changed'],
    zip: ['is odd'],
  }
  const screen = await show(async () => {
    throw new Problem('validation', { errors })
  })
  await screen.getByRole('checkbox').click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('alert')).toHaveFocus()
  await expect.element(screen.getByRole('link', { name: 'This name is taken' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'The terms changed', exact: true })).toBeVisible()
  await expect.element(screen.getByText('zip - is odd')).toBeVisible()
  await expect
    .element(screen.getByLabelText('Account Name'))
    .toHaveAccessibleDescription('This name is taken')
})

test('a failure without messages by field is shown in the summary, because nothing else would show it', async () => {
  const screen = await show(async () => {
    throw new Problem('conflict', { detail: 'This was changed meanwhile.' })
  })
  await screen.getByRole('checkbox').click()
  await screen.getByRole('button', { name: 'Save' }).click()
  const summary = screen.getByRole('alert')
  await expect.element(summary).toHaveFocus()
  await expect.element(summary.getByText('This was changed meanwhile.')).toBeVisible()
})

test("shows 'Processing... Please wait.' while submitting, hides the buttons and sends once (§2.9)", async () => {
  let finish = () => {}
  const save = vi.fn<(values: Values) => Promise<void>>(
    () =>
      new Promise(resolve => {
        finish = resolve
      }),
  )
  const screen = await show(save)
  await screen.getByRole('checkbox').click()
  await screen.getByLabelText('Account Name').click()
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(screen.getByText(quoted.processingPleaseWait)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  finish()
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeVisible()
  expect(save).toHaveBeenCalledOnce()
})

test('asks before leaving with unsaved changes (§4)', async () => {
  const screen = await show(saved())
  await screen.getByLabelText('Account Name').fill('Another Name')
  await screen.getByRole('link', { name: 'Cancel' }).click()
  await expect.element(screen.getByRole('alertdialog', { name: quoted.youHaveUnsavedChanges })).toBeVisible()
  await screen.getByRole('button', { name: 'Stay on this page' }).click()
  await expect.element(screen.getByLabelText('Account Name')).toHaveValue('Another Name')
  await screen.getByRole('link', { name: 'Cancel' }).click()
  await screen.getByRole('button', { name: 'Leave without saving' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Manage Account' })).toBeVisible()
})

test('does not ask after changes are undone or saved (§4)', async () => {
  const screen = await show(saved())
  await screen.getByLabelText('Account Name').fill('Another Name')
  await screen.getByLabelText('Account Name').fill('The Fund')
  await screen.getByRole('checkbox').click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await screen.getByRole('link', { name: 'Cancel' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Manage Account' })).toBeVisible()
})
