import { randomUUID } from 'node:crypto'
import { addRelationship } from '../../features/account-details/relationship-requests.contract.ts'
import { endRelationship, listRelationships } from '../../features/account-details/relationships.contract.ts'
import { setCharityList } from '../../features/charity-list/charity-list.contract.ts'
import { commandOf } from '../grants/basket-calls.ts'
import type { ChaosContext } from './chaos-commands.ts'

/** Adding a person mails them, of which one donor may do 60 a day (docs/decisions/0059-contact-sharing.md). Repeats may count too. */
const maxViewers = 30
let viewers = 0

async function viewer(context: ChaosContext): Promise<void> {
  if (viewers >= maxViewers) return await charityList(context)
  viewers += 1
  const { fundId } = context.random.pick(context.data.funds)
  const email = `${randomUUID()}@people.example`
  const about = { as: 'donor' as const, fundId }
  const person = { accountRoleCode: 'viewer' as const, firstName: 'Ada', lastName: 'Finch', email }
  await context.calls.command(
    addRelationship,
    { params: { fundId }, body: commandOf(person) },
    {
      kind: 'add viewer',
      ...about,
      once: {
        sql: 'select count(*)::int from account_relationship r join party p using (book, party_id) where p.email = $1',
        values: [email],
      },
    },
  )
  const { data } = await context.calls.command(
    listRelationships,
    { params: { fundId }, query: { first: 100, keywords: email } },
    { kind: 'list people', ...about },
  )
  const relationshipId = data.find(row => row.accountRoleCode === 'viewer')?.relationshipId
  if (relationshipId === undefined) return
  await context.calls.command(
    endRelationship,
    { params: { fundId, relationshipId }, body: commandOf({}) },
    { kind: 'remove viewer', ...about },
  )
}

async function charityList(context: ChaosContext): Promise<void> {
  const { fundId } = context.random.pick(context.data.funds)
  const { charityId } = context.random.pick(context.data.charities)
  await context.calls.command(
    setCharityList,
    {
      params: { fundId },
      body: commandOf({ charityId: charityId as never, inCharityList: context.random.between(0, 1) === 1 }),
    },
    { kind: 'charity list', as: 'donor', fundId },
  )
}

/** What several workers do at once, beside the scenarios of money. */
export const peopleScenarios = [viewer, charityList]
