import { localEnglish } from '../../../domain/local-english.ts'
import { formatMoney } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import type { FormHandle } from '../../../web/form/use-form.ts'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { namingCodes, namings } from '../../people/domain/naming.ts'
import { benefitAnswerCodes, benefitAnswers, benefitQuestion } from '../domain/benefit-answers.ts'
import { benefitQuestionOf, type GrantRules } from '../domain/grant-rules.ts'
import { type Purpose, purposeChoice, purposeCodes, purposeTextMaxLength } from '../domain/purpose.ts'
import { checkPurpose } from '../domain/purpose-check.ts'
import type { DraftRules, GrantDraft } from './grant-draft.ts'
import { TimingFields } from './TimingFields.tsx'
import { type UsedPurpose, UsedPurposes } from './UsedPurposes.tsx'

type GrantStepProps = {
  form: FormHandle<GrantDraft>
  rules: DraftRules
  /** The purposes of the fund's earlier grants to this charity, the latest first. */
  usedPurposes: readonly UsedPurpose[]
}

/** The amount, how often, the purpose, and the names that the charity sees (§13). */
export function GrantStep({ form, rules, usedPurposes }: GrantStepProps) {
  const { locale } = clientContext().clientSettings
  const { purposeCode } = form.values
  return (
    <>
      <MoneyField
        label="Amount"
        hint={amountHint(rules)}
        currency={rules.currency}
        maxMinor={rules.maxAmountMinor}
        wholeUnits={rules.wholeUnitsOnly}
        {...form.field('amountMinor')}
      />
      <TimingFields form={form} today={rules.today} />
      <UsedPurposes form={form} used={usedPurposes} />
      <RadioGroup
        label="Purpose"
        choices={purposeCodes.map(value => ({ value, text: purposeChoice(value, locale) }))}
        {...form.field('purposeCode')}
      />
      {purposeCode === 'where_needed' ? null : <PurposeText form={form} purposeCode={purposeCode} />}
      <BenefitQuestion form={form} />
      <RadioGroup
        label="What the charity sees"
        choices={namingCodes.map(value => ({ value, text: namings[value], note: namingNotes[value] }))}
        {...form.field('namingCode')}
      />
    </>
  )
}

const namingNotes = {
  fund_and_donor: 'The charity can thank you.',
  fund_only: 'The charity sees the fund’s name, but no address.',
  anonymous: 'The charity sees neither your name nor the fund’s.',
} as const

function amountHint({ minimumMinor, availableMinor, currency, locale, wholeUnitsOnly }: GrantRules): string {
  const least = formatMoney(minimumMinor, currency, locale, { wholeUnitsWhenRound: true })
  const units = wholeUnitsOnly ? (currency === 'USD' ? ', in whole dollars' : ', in whole pounds') : ''
  const most = availableMinor === null ? '' : ` Available: ${formatMoney(availableMinor, currency, locale)}.`
  return `At least ${least}${units}.${most}`
}

type PurposeTextProps = { form: FormHandle<GrantDraft>; purposeCode: Exclude<Purpose, 'where_needed'> }

/** Asks about a purpose that only suggests something received in return (§13). */
function BenefitQuestion({ form }: { form: FormHandle<GrantDraft> }) {
  const field = form.field('benefitAnswer')
  // Also shown where only the server asks: this version of the page may be older than the server's rules.
  const question =
    benefitQuestionOf(form.values) ?? ((field.errors ?? []).length > 0 ? benefitQuestion : null)
  if (question === null) return null
  return (
    <RadioGroup
      label={question}
      hint="We store your answer with the grant."
      choices={benefitAnswerCodes.map(value => ({ value, text: benefitAnswers[value] }))}
      {...field}
    />
  )
}

/** Checks the text while it is typed, and suggests an acceptable wording (§13). */
function PurposeText({ form, purposeCode }: PurposeTextProps) {
  const { locale } = clientContext().clientSettings
  const field = form.field('purposeText')
  const check = checkPurpose(purposeCode, field.value)
  const labels = {
    in_honour: localEnglish('Who is honoured', locale),
    in_memory: 'Who is remembered',
    programme: localEnglish('Name of the programme', locale),
    other: 'What the grant is for',
  }
  return (
    <TextField
      label={labels[purposeCode]}
      maxLength={purposeTextMaxLength}
      {...field}
      onChange={text => {
        // The answer was about the old text.
        form.set('benefitAnswer', null)
        field.onChange(text)
      }}
      errors={check.kind === 'refused' ? [check.sentence] : field.errors}
    />
  )
}
