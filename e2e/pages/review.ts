import { expect, type Page } from '@playwright/test'
import { callPortal } from './call-portal.ts'

export const decision = (page: Page) => page.getByRole('region', { name: 'Decision' })

export async function openReview(page: Page, grantId: string): Promise<void> {
  await page.goto(`/super-user-dashboard/grants/${grantId}`)
  await expect(decision(page)).toBeVisible()
}

/** Approves the grant under review, with the internal note that some charities require. */
export async function approve(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Approve' })
  await form.getByRole('textbox', { name: 'Internal note' }).fill('Seen in the register and on its website.')
  await form.getByRole('button', { name: 'Approve this grant' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('It will be paid in the next run')).toBeVisible()
}

/**
 * The first of the ten oldest grants of its queue, or with `belowMinor` the last one below it, that the person may approve. No question
 * to the donor is open, so the decision form offers the approval.
 */
export async function grantThatMay(page: Page, command: 'approve', belowMinor?: bigint): Promise<string> {
  const { body } = await callPortal(page, `/api/grants?queue=to-${command}&first=10`)
  const { data } = body as { data: { grantId: string }[] }
  // Tests that run at the same time must not use the same grant.
  for (const { grantId } of belowMinor === undefined ? data : data.toReversed()) {
    const grant = (await callPortal(page, `/api/grants/${grantId}`)).body as {
      commands: Record<string, string | null>
      amountMinor: string
      reviewState: string | null
    }
    if (grant.reviewState === 'information_needed') continue
    if (
      grant.commands[command] === null &&
      (belowMinor === undefined || BigInt(grant.amountMinor) < belowMinor)
    )
      return grantId
  }
  throw new Error(`there is no grant that this person may ${command}`)
}
