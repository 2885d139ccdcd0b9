import type { FindingStep } from '../../features/screening/domain/finding.ts'
import { decideFinding, getFinding, listFindings } from '../../features/screening/findings.contract.ts'
import type { TestApp } from '../app.ts'
import type { Person } from '../factories/make-fund.ts'

/** The requests of tests about findings. */
export const findingCalls = (portal: TestApp) => ({
  list: async (as: Person, view: 'to-decide' | 'confirmed' | 'decided' = 'to-decide') =>
    (await portal.call(listFindings, { query: { view, first: 500 } }, { as: as.session })).reply.data,
  read: (findingId: string, as: Person) =>
    portal.call(getFinding, { params: { findingId } }, { as: as.session }),
  decide: (findingId: string, step: FindingStep, as: Person, reason = 'Compared with their passport') =>
    portal.call(
      decideFinding,
      { params: { findingId }, body: { data: { type: 'command', attributes: { step, reason } } } },
      { as: as.session },
    ),
})
