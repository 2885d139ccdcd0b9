import { defineConfig } from 'vitest/config'

/** The tests that `npm run mutate` runs against each mutant. None of them needs a database or a browser. */
export default defineConfig({
  test: {
    include: [
      'src/domain/money.test.ts',
      'src/server/auth/role-permissions.test.ts',
      'src/server/http/client-in-book.test.ts',
      'src/features/charities/domain/eligibility.test.ts',
      'src/features/grants/domain/{grant-rules,grant-status}.test.ts',
      'src/clients/read-clients.test.ts',
      'src/contract/screens.test.ts',
      'src/web/routing/checkGuard.test.ts',
    ],
    environment: 'node',
    setupFiles: ['src/testing/fail-on-console-error.ts'],
    restoreMocks: true,
  },
})
