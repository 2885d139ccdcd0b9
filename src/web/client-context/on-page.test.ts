import { expect, test } from 'vitest'

test("startup fails with 'not on page' without a window, before other modules run (§4)", async () => {
  await expect(import('../../app/web/main.tsx')).rejects.toThrow(/^not on page$/)
})
