import { setTimeout as delay } from 'node:timers/promises'
import { minuteMs } from '../../domain/durations.ts'
import {
  enterContribution,
  prepareContributionDocument,
} from '../../features/contributions/contributions.contract.ts'
import { consentToSigning, getEnvelope, signDocument } from '../../features/signing/signing.contract.ts'
import { commandOf } from '../grants/basket-calls.ts'
import type { ChaosContext } from './chaos-commands.ts'

const maxWaitMs = 4 * minuteMs

/** Staff enter a contribution and prepare its document; the donor consents and signs, and jobs seal and file it. */
export async function sign(context: ChaosContext): Promise<void> {
  const { calls, data, random } = context
  const { fundId } = random.pick(data.funds)
  const content = { kind: 'cash' as const, amountMinor: BigInt(random.between(250, 20_000)) * 100n }
  const byStaff = { as: 'super' as const, fundId }
  const { contributionId } = await calls.command(
    enterContribution,
    { params: { fundId }, body: commandOf({ needsCountersignature: false, content }) },
    { kind: 'enter contribution', ...byStaff },
  )
  await calls.command(
    prepareContributionDocument,
    { params: { fundId, contributionId }, body: commandOf({}) },
    {
      kind: 'prepare document',
      ...byStaff,
      once: {
        sql: 'select count(*)::int from contribution_document where contribution_id = $1',
        values: [contributionId],
      },
    },
  )
  const envelopeId = await envelopeOf(context, contributionId)
  const params = { envelopeId }
  const byDonor = { as: 'donor' as const, fundId }
  const { data: envelope } = await calls.command(
    getEnvelope,
    { params },
    { kind: 'read document', ...byDonor },
  )
  await calls.command(
    consentToSigning,
    { params, body: commandOf({ version: envelope.consent.version }) },
    { kind: 'consent', ...byDonor },
  )
  const attributes = { name: envelope.yourName, confirmsName: false, drawing: null, intends: true as const }
  const signed = {
    sql: `select count(*)::int from envelope_event where envelope_id = $1 and kind = 'signed'`,
    values: [envelopeId],
  }
  await calls
    .command(
      signDocument,
      { params, body: commandOf(attributes) },
      { kind: 'sign document', ...byDonor, once: signed },
    )
    .catch(async (error: unknown) => {
      // It has no key: whoever signs again after an answer that was lost is told that the document is signed.
      if (!/answered 409 at attempt (?!1:)/.test(String(error))) throw error
      const [row] = await context.query(signed.sql, signed.values)
      if (row?.count !== 1) throw error
    })
}

/** The envelope that a job creates. */
async function envelopeOf({ query }: ChaosContext, contributionId: string): Promise<string> {
  const startedAtMs = performance.now()
  for (;;) {
    const rows = await query(
      `select envelope_id from contribution_document where contribution_id = $1 and state = 'pending'`,
      [contributionId],
    )
    if (rows[0]) return String(rows[0].envelope_id)
    if (performance.now() - startedAtMs > maxWaitMs)
      throw new Error(`no job made the document of the contribution ${contributionId}`)
    await delay(200)
  }
}
