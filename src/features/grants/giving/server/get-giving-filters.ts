import type { Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { causeLabel } from '../../../charities/domain/cause.ts'
import type * as contract from '../giving.contract.ts'
import { findGivingFilters } from './giving.queries.ts'

export async function getGivingFilters(
  _input: unknown,
  { db, account }: ContextOf<typeof contract.getGivingFilters>,
): Promise<Reply<typeof contract.getGivingFilters>> {
  const { years, causes, people } = await findGivingFilters(db, account.accountId)
  return {
    years: years ?? [],
    causes: (causes ?? []).flatMap(code => {
      const label = causeLabel(code)
      return label === null ? [] : [{ code, label }]
    }),
    people: (people ?? [])
      .filter(({ side }) => side === 'fund')
      .map(({ userId, name }) => ({ userId, name })),
    isEnteredBySponsor: (people ?? []).some(({ side }) => side === 'sponsor'),
  }
}
