import { useState } from 'react'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { type Contribution, prepareContributionDocument } from '../contributions.contract.ts'

/** The form above the table: entering a contribution, receiving, cancelling or correcting one. */
export type OpenForm =
  | 'enter'
  | { kind: 'receive' | 'cancel' | 'reverse' | 'move' | 'bounce'; contribution: Contribution }
  | null

export type Preparing = {
  /** The contribution whose document is being prepared; null: none. */
  contributionId: string | null
  prepare: (contribution: Contribution) => Promise<void>
}

/** Prepares the document of a contribution. */
export function usePreparing(onDone: (sentence: string) => void): Preparing {
  const [contributionId, setContributionId] = useState<string | null>(null)
  const prepare = async ({ contributionId: id, fundId, accountName }: Contribution) => {
    setContributionId(id)
    try {
      await call(
        prepareContributionDocument,
        { params: { fundId, contributionId: id }, body: { data: { type: 'command', attributes: {} } } },
        { fundId },
      )
      onDone(`We’re preparing the document for ${accountName}. Everyone who signs it will get an e-mail.`)
    } catch (failure) {
      showFailure(failure)
    }
    setContributionId(null)
    await refreshAll()
  }
  return { contributionId, prepare }
}
