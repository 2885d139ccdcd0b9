import { expect, test } from 'vitest'

test("§4 startup fails with 'not on page' where no window exists, before anything else of the portal runs", async () => {
  await expect(import('../../app/web/main.tsx')).rejects.toThrow(/^not on page$/)
})
