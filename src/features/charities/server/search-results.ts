import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type { searchCharities as searchCharitiesEndpoint } from '../charities.contract.ts'
import { findCharities, findNamesakes } from './charities.queries.ts'
import { briefResponse, rowResponse } from './charity-response.ts'
import { searchCharities } from './search-charities.ts'

const maxNamesakes = 3

/** The results of a search, best match first, each with its namesakes and whether it can be selected. */
export async function foundCharities(
  { query }: HandlerInput<typeof searchCharitiesEndpoint>,
  { db, client }: ContextOf<typeof searchCharitiesEndpoint>,
): Promise<Reply<typeof searchCharitiesEndpoint>> {
  const { keywords, state, cause, first } = query
  const registers = client.charityRegisters
  const found = await searchCharities(db, {
    keywords,
    first,
    registers,
    ...(state === undefined ? {} : { state }),
    ...(cause === undefined ? {} : { cause }),
  })
  const shared = found.filter(({ sharesNameWith }) => sharesNameWith > 0)
  const [records, namesakes] = await Promise.all([
    findCharities(
      db,
      found.map(({ charityId }) => charityId),
    ),
    findNamesakes(
      db,
      shared.map(({ charityId }) => charityId),
      registers,
      maxNamesakes,
    ),
  ])
  const byId = new Map(records.map(record => [record.charity_id, record]))
  return {
    data: found.flatMap(({ charityId, sharesNameWith }) => {
      const record = byId.get(charityId)
      if (!record) return []
      return {
        ...rowResponse(record, client),
        namesakes: sharesNameWith,
        sharesNameWith: namesakes.filter(({ of }) => of === charityId).map(briefResponse),
      }
    }),
  }
}
