import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { IsoDate } from '../../../domain/dates.ts'
import { contextOfPage } from '../../../testing/screens/client-context.ts'
import { factsOf } from '../../../testing/screens/session-facts.ts'
import { queryClient } from '../../../web/api/query.ts'
import { adoptClientContext } from '../../../web/client-context/client-context.ts'
import { sessionStore } from '../../../web/session/session-store.ts'
import { FundFacts } from './FundFacts.tsx'
import { PayeeChanged } from './PayeeSummary.tsx'
import type { PayeeToConfirm, StaffGrant } from './staff-grants.contract.ts'

// What these facts read of a grant.
const grant = {
  fundId: 204318,
  accountName: 'The Whitcombe Fund',
  donorName: 'Ada Winslow',
  charityId: 'US-EIN-043800895',
  charityName: 'HARBOR LIGHT FOOD BANK',
  currency: 'USD',
  createdDate: '2026-11-20' as IsoDate,
  recommendedByName: 'Ada Winslow',
  advice: null,
  purposeCode: 'other',
  purposeText: 'Two tables at the gala',
  namingCode: 'anonymous',
  givenByAll: { grants: 1, paidMinor: 0n },
  benefit: { question: 'Does anyone receive tickets?', answer: 'No' },
  charityNow: null,
  paidOn: null,
  paymentRun: null,
  reissueOf: null,
  reissuedAs: null,
} as StaffGrant

beforeEach(() => {
  queryClient.clear()
  adoptClientContext(contextOfPage())
  sessionStore.set({ state: 'signed-in', facts: factsOf({}), fundId: grant.fundId })
  // The figures of the fund never arrive; the choices of the grant do not wait for them.
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => {}))
})

const show = (about: Partial<StaffGrant>) =>
  render(
    <QueryClientProvider client={queryClient}>
      <FundFacts grant={{ ...grant, ...about }} />
    </QueryClientProvider>,
  )

/** The description beside a term, as it reads. */
const textBeside = (term: string) =>
  [...document.querySelectorAll('dt')].find(each => each.textContent === term)?.nextElementSibling
    ?.textContent

test('staff read the donor’s choices, and the answer beside the purpose', async () => {
  await show({})
  await expect
    .poll(() => textBeside('Purpose'))
    .toMatch(/^Two tables at the gala ?Does anyone receive tickets\? No$/)
  expect(textBeside('What the charity sees')).toBe('Anonymous')
})

test('a purpose without a question has no answer beside it', async () => {
  await show({ purposeCode: 'where_needed', purposeText: null, benefit: null })
  await expect.poll(() => textBeside('Purpose')).toBe('Where it is needed most')
})

test('staff read what the register’s address was and is, apart from what two people changed', async () => {
  const payee = {
    ...{ name: 'HARBOR LIGHT', bankName: null, email: 'new@charity.example', method: 'cheque' },
    ...{ address: '13 INSIDER ST, ERIE, PA 16501', lastFour: null, digest: '0'.repeat(64) },
    changes: [
      { fact: 'address', before: '4 PIER RD, ERIE, PA 16501', madeBy: 'register' },
      { fact: 'email', before: '', madeBy: 'people' },
    ],
  } satisfies PayeeToConfirm
  const screen = await render(<PayeeChanged payee={payee} />)
  const lines = screen.getByRole('listitem')
  await expect
    .element(lines.first())
    .toHaveTextContent(
      'The register’s address changed: it was 4 PIER RD, ERIE, PA 16501, it is 13 INSIDER ST, ERIE, PA 16501',
    )
  await expect.element(lines.last()).toHaveTextContent('E-mail for letters: it was nothing')
})
