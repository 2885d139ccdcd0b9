import type { Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { publishedBlock, publishedContent } from '../../../content/server/published-content.ts'
import { entryViolation } from '../../server/enter-contribution.ts'
import type * as contract from '../announcements.contract.ts'
import { instructionFacts, waysInBook } from './contribution-accounts.ts'

export async function getContributionInstructions(
  _input: unknown,
  context: ContextOf<typeof contract.getContributionInstructions>,
): Promise<Reply<typeof contract.getContributionInstructions>> {
  const { account, book, client } = context
  const textOf = async (name: Parameters<typeof publishedBlock>[1]) =>
    (await publishedBlock(context, name))?.body ?? []
  const { deadlines } = await publishedContent(context, 'giving-season')
  return {
    ways: await Promise.all(
      waysInBook(book).map(async way => ({
        way,
        text: await textOf(`contribute-${way}`),
        facts: instructionFacts(way, account, book, client),
      })),
    ),
    otherAssets: await textOf('contribute-other-assets'),
    deadlines,
    violation: entryViolation(account),
  }
}
