import { activityAsks } from '../../features/fund-activity/activity-asks.ts'
import { FundActivityPage } from '../../features/fund-activity/FundActivityPage.tsx'
import { SavePdfButton } from '../../features/statements/SavePdfButton.tsx'

/** /fund-activity: its statement is saved by a feature that takes its figures from here. */
export function FundActivityScreen() {
  return <FundActivityPage SaveButton={SavePdfButton} />
}
FundActivityScreen.asks = activityAsks
