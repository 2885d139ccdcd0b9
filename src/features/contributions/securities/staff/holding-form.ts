import type { Currency } from '../../../../domain/money.ts'
import { refreshAll } from '../../../../web/api/query.ts'
import { showSubmitFailure } from '../../../../web/api/show-failure.ts'
import type { Holding } from '../holdings.contract.ts'

export type HoldingFormProps = {
  holding: Holding
  currency: Currency
  onDone: (sentence: string) => void
  onCancel: () => void
}

export const waitsForSecond = 'was not posted yet. A second person has to confirm it on the page Requests.'

/** Someone else may have changed the asset meanwhile, so the list is read again. */
export function showRefusal(failure: unknown): void {
  showSubmitFailure(failure)
  void refreshAll()
}
