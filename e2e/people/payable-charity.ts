import type { PayingClient } from '../fixtures.ts'
import { inDatabase } from './make-person.ts'

type LastLine = { leftOn: string; foundation: string; name: string }

/** The register’s file of that day no longer has the charity, whose last line had this name and foundation code. */
export async function leaveRegister(
  charityId: string,
  { leftOn, foundation, name }: LastLine,
): Promise<void> {
  await inDatabase(async databases => {
    await databases
      .registrar()
      .query(
        'update charity set delisted_on = $2, delisted_import = source_import, foundation = $3, name = $4 where charity_id = $1',
        [charityId, leftOn, foundation, name],
      )
  })
}

/** A charity to which the client pays by transfer: two people confirmed its bank details long ago. */
export async function payableCharity(client: PayingClient): Promise<string> {
  let found = ''
  await inDatabase(async databases => {
    const { charity_id: charityId } = await databases
      .realm(client)
      .selectFrom('charity_bank_details as d')
      .innerJoin('charity_profile as p', join =>
        join.onRef('p.realm', '=', 'd.realm').onRef('p.charity_id', '=', 'd.charity_id'),
      )
      .select('d.charity_id')
      .where('d.state', '=', 'confirmed')
      .where('d.country', '=', client === 'npt' ? 'US' : 'GB')
      .where('p.party_status', '=', 'Active')
      .where('p.party_grantee_status', '=', 'Accepted')
      .$if(client !== 'rathbones', query => query.where('p.default_payment_type_code', '=', 16))
      .orderBy('d.charity_id')
      .executeTakeFirstOrThrow()
    found = charityId
  })
  return found
}
