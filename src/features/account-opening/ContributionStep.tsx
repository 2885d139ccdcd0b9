import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { maxAmountMinor } from '../../web/client-context/max-amount.ts'
import { useCurrency } from '../../web/session/session.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { fieldId } from '../../web/ui/fields/field-props.ts'
import { MoneyField } from '../../web/ui/fields/MoneyField.tsx'
import { RadioGroup } from '../../web/ui/fields/RadioGroup.tsx'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import {
  assetMaxLengths,
  contributionKinds,
  kindsOfContribution,
  maxAssetLines,
} from '../contributions/domain/contribution.ts'
import styles from './AccountOpening.module.css'
import { emptyAsset } from './domain/draft.ts'
import { StepFrame } from './StepFrame.tsx'
import { type StepForm, type StepFormProps, useStepForm } from './use-step-form.ts'

const choices = () =>
  contributionKinds.map(value => ({ value, text: inClientEnglish(kindsOfContribution[value].label) }))

/** The first contribution. Its document is signed when the account exists. */
export function ContributionStep(props: StepFormProps) {
  const step = useStepForm('contribution', props)
  const currency = useCurrency()
  const { value: kind, ...kindField } = step.text('contribution.kind')
  const { value: digits, onChange: setDigits, ...amountField } = step.text('contribution.amountMinor')
  const isMoney = kind === 'cash' || kind === 'wire'
  return (
    <StepFrame label="First contribution" step={step}>
      <RadioGroup
        label="What will you contribute first?"
        choices={choices()}
        hint="Nothing is due now. Once the account is open, you sign a document for it."
        {...kindField}
        value={choices().find(({ value }) => value === kind)?.value ?? null}
      />
      {isMoney ? (
        <MoneyField
          label="Amount"
          currency={currency}
          maxMinor={maxAmountMinor()}
          isRequired
          {...amountField}
          value={digits === '' ? null : BigInt(digits)}
          onChange={amountMinor => setDigits(amountMinor === null ? '' : amountMinor.toString())}
        />
      ) : null}
      {kind === 'securities' ? <Assets step={step} count={props.draft.contribution.assets.length} /> : null}
    </StepFrame>
  )
}

/** Adding or removing a line saves what is typed. */
function Assets({ step, count }: { step: StepForm<'contribution'>; count: number }) {
  const save = (assets: ReturnType<typeof step.part>['assets'], focus: string) =>
    void step.saveAs({ ...step.part(), assets }, { focus })
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: adding or removing a line renders the step again
        <fieldset key={index} className={styles.person}>
          <legend>Asset {index + 1}</legend>
          <TextField
            label="Ticker, if it has one"
            isShort
            maxLength={assetMaxLengths.ticker}
            {...step.text(`contribution.assets.${index}.ticker`)}
          />
          <TextField
            label="Description"
            maxLength={assetMaxLengths.description}
            isRequired
            {...step.text(`contribution.assets.${index}.description`)}
          />
          <TextField
            label="Quantity"
            isShort
            inputMode="numeric"
            isRequired
            {...step.text(`contribution.assets.${index}.quantity`)}
          />
          {count > 1 ? (
            <p>
              <Button
                kind="text"
                onPress={() =>
                  save(
                    step.part().assets.filter((_asset, at) => at !== index),
                    'add-asset',
                  )
                }
              >
                Remove<VisuallyHidden> asset {index + 1}</VisuallyHidden>
              </Button>
            </p>
          ) : null}
        </fieldset>
      ))}
      {count < maxAssetLines ? (
        <p>
          <Button
            id={fieldId('add-asset')}
            onPress={() => save([...step.part().assets, emptyAsset()], `contribution.assets.${count}.ticker`)}
          >
            Add an asset
          </Button>
        </p>
      ) : null}
    </>
  )
}
