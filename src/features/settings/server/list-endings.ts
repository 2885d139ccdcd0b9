import type { Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../endings.contract.ts'
import { levelOf } from './ending.ts'
import { findEndings } from './endings.queries.ts'

/** What ends soon, as the last nightly check found it. */
export async function listEndings(
  _input: unknown,
  { realmDb, clock }: ContextOf<typeof contract.listEndings>,
): Promise<Reply<typeof contract.listEndings>> {
  const found = await findEndings(realmDb)
  const now = clock.now()
  return {
    data: (found?.endings ?? []).map(({ key, text, endsOn }) => ({
      ...{ key, text, endsOn: endsOn.toISOString(), level: levelOf(endsOn, now) },
    })),
    checkedAt: found?.checkedAt.toISOString() ?? null,
  }
}
