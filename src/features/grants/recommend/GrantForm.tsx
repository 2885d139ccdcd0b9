import { useRouter } from '@tanstack/react-router'
import { call } from '../../../web/api/call.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import type { FormHandle } from '../../../web/form/use-form.ts'
import { paths } from '../../../web/routing/paths.ts'
import type { CurrentAccount } from '../../../web/session/current-account.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ConfirmDialog } from '../../../web/ui/overlay/ConfirmDialog.tsx'
import type { CharityDetails } from '../../charities/charities.contract.ts'
import { addToBasket, type DraftContent } from '../baskets/drafts.contract.ts'
import { BalanceAfter } from './BalanceAfter.tsx'
import { ChosenCharity } from './ChosenCharity.tsx'
import { DraftNotice } from './DraftNotice.tsx'
import { GrantStep } from './GrantStep.tsx'
import { type DraftRules, type GrantDraft, type Step, steps, stepTitles } from './grant-draft.ts'
import styles from './RecommendFlow.module.css'
import { ReviewStep } from './ReviewStep.tsx'
import type { UsedPurpose } from './UsedPurposes.tsx'
import type { useRecommendation } from './use-recommendation.ts'

type Recommendation = ReturnType<typeof useRecommendation>

type GrantFormProps = {
  account: CurrentAccount
  charity: CharityDetails
  step: Exclude<Step, 'charity'>
  addressOf: (step: Step) => string
  /** With the messages of this step. */
  form: FormHandle<GrantDraft>
  rules: DraftRules
  usedPurposes: UsedPurpose[]
  draft: Pick<Recommendation, 'draftId' | 'content' | 'server' | 'leave'>
  repeat: Recommendation['repeat']
  /** Whether the last submission was not answered. */
  hasFailed: boolean
}

const submitTexts = {
  grant: 'Continue',
  review: 'Submit recommendation',
} as const

/** The steps after the charity: amount and purpose, then the review with its certification. */
export function GrantForm(props: GrantFormProps) {
  const { account, charity, step, addressOf, form, rules, usedPurposes, draft, repeat, hasFailed } = props
  const { history } = useRouter()
  const before = steps[steps.indexOf(step) - 1] ?? 'charity'
  const isNow = form.values.timing === 'now'
  return (
    <div className={styles.columns}>
      <div>
        <DraftNotice
          server={draft.server}
          onUseTheirs={() => window.location.assign(paths.recommendGrant({ draftId: draft.draftId }))}
        />
        {step === 'review' ? null : <ChosenCharity charity={charity} changeTo={addressOf('charity')} />}
        <Form form={form} guardsChanges={false} label={stepTitles[step]}>
          {step === 'grant' ? (
            <GrantStep form={form} rules={rules} usedPurposes={usedPurposes} />
          ) : (
            <ReviewStep
              charity={charity}
              accountName={account.accountName}
              fundName={account.accountName.replace(` (${account.accountStatus})`, '')}
              donorName={account.donorName}
              form={form}
              rules={rules}
              addressOf={addressOf}
            />
          )}
          <SubmitRow
            isPending={form.isPending}
            submitText={step === 'review' && hasFailed ? 'Submit again' : submitTexts[step]}
          >
            <Button onPress={() => history.push(addressOf(before))}>Back</Button>
            {isNow ? (
              <AddToBasket
                fundId={account.fundId}
                draftId={draft.draftId}
                content={draft.content}
                onAdded={draft.leave}
              />
            ) : null}
          </SubmitRow>
        </Form>
        <ConfirmDialog
          title="Recommend this grant again?"
          isOpen={repeat.question !== null}
          onCancel={repeat.cancel}
          onConfirm={() => void repeat.confirm()}
          confirmText="Yes, recommend it again"
          cancelText="No, go back"
        >
          <p>{repeat.question}</p>
        </ConfirmDialog>
      </div>
      {isNow ? <BalanceAfter account={account} amountMinor={form.values.amountMinor} /> : null}
    </div>
  )
}

type AddToBasketProps = {
  fundId: number
  draftId: string
  content: DraftContent
  onAdded: (to: string) => void
}

/** Adds the grant to the basket, to be certified and submitted together with others. */
function AddToBasket({ fundId, draftId, content, onAdded }: AddToBasketProps) {
  const { isPending, run } = usePending(showSubmitFailure)
  return (
    <Button
      isDisabled={isPending}
      onPress={() =>
        void run(async () => {
          const body = {
            data: { type: 'command' as const, attributes: { drafts: [{ draftId, content }] } },
          }
          const { basketId } = await call(addToBasket, { params: { fundId }, body })
          onAdded(paths.grantBasket(basketId))
        })
      }
    >
      Add to basket
    </Button>
  )
}
