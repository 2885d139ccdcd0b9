import type { Page } from '@playwright/test'

/** Sends a GET request as the screens do: with the tab's token, its cookie and the account ID (0: none). */
export async function callPortal(
  page: Page,
  address: string,
  { token, fundId = 0 }: { token?: string; fundId?: number } = {},
): Promise<{ status: number; body: unknown }> {
  return await page.evaluate(
    async request => {
      const response = await fetch(request.address, {
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${request.token ?? sessionStorage.getItem('almoner-auth-token')}`,
          'X-AccountId': String(request.fundId),
        },
      })
      return { status: response.status, body: (await response.json()) as unknown }
    },
    { address, token, fundId },
  )
}

/** The bearer token of the tab (§9). */
export async function tokenOf(page: Page): Promise<string> {
  return (await page.evaluate(() => sessionStorage.getItem('almoner-auth-token'))) ?? ''
}
