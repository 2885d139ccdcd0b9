import { formatMoney } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import type { FormHandle } from '../../../web/form/use-form.ts'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { namingCodes, namings, type Purpose, purposeCodes, purposeLabel } from '../domain/purpose.ts'
import { benefitAnswerCodes, benefitAnswers, benefitQuestion, checkPurpose } from '../domain/purpose-check.ts'
import { benefitQuestionOf, type GrantDraft, type GrantRules } from './grant-draft.ts'

/** Amount, purpose and who is named to the charity (open-points 6). */
export function GrantStep({ form, rules }: { form: FormHandle<GrantDraft>; rules: GrantRules }) {
  const { locale } = clientContext().clientSettings
  const { purposeCode } = form.values
  return (
    <>
      <MoneyField
        label="Amount"
        hint={amountHint(rules)}
        currency={rules.currency}
        wholeUnits={rules.wholeUnitsOnly}
        {...form.field('amountMinor')}
      />
      <RadioGroup
        label="Purpose"
        choices={purposeCodes.map(value => ({ value, text: purposeLabel(value, locale) }))}
        {...form.field('purposeCode')}
      />
      {purposeCode === 'where_needed' ? null : <PurposeText form={form} purposeCode={purposeCode} />}
      <BenefitQuestion form={form} />
      <RadioGroup
        label="Who is named to the charity"
        choices={namingCodes.map(value => ({ value, text: namings[value], note: namingNotes[value] }))}
        {...form.field('namingCode')}
      />
    </>
  )
}

const namingNotes = {
  fund_and_donor: 'The charity can thank you.',
  fund_only: 'The charity learns the name of the fund, and no address.',
  anonymous: 'The charity learns neither.',
} as const

function amountHint({ minimumMinor, availableMinor, currency, locale, wholeUnitsOnly }: GrantRules): string {
  const least = formatMoney(minimumMinor, currency, locale, { wholeUnitsWhenRound: true })
  const units = wholeUnitsOnly ? (currency === 'USD' ? ', in whole dollars' : ', in whole pounds') : ''
  const most = availableMinor === null ? '' : ` Available: ${formatMoney(availableMinor, currency, locale)}.`
  return `At least ${least}${units}.${most}`
}

type PurposeTextProps = { form: FormHandle<GrantDraft>; purposeCode: Exclude<Purpose, 'where_needed'> }

/** Words that only hint at something received in return: the donor answers here, in place (open-points 6). */
function BenefitQuestion({ form }: { form: FormHandle<GrantDraft> }) {
  const field = form.field('benefitAnswer')
  // The server's word counts: where it asks, the question is here, whatever this version of the screen makes of the text.
  const question =
    benefitQuestionOf(form.values) ?? ((field.errors ?? []).length > 0 ? benefitQuestion : null)
  if (question === null) return null
  return (
    <RadioGroup
      label={question}
      hint="Your answer is stored with the grant."
      choices={benefitAnswerCodes.map(value => ({ value, text: benefitAnswers[value] }))}
      {...field}
    />
  )
}

/** A text is checked as it is written for what may not be paid, with wording that may (open-points 6). */
function PurposeText({ form, purposeCode }: PurposeTextProps) {
  const { locale } = clientContext().clientSettings
  const field = form.field('purposeText')
  const check = checkPurpose(purposeCode, field.value)
  const labels = {
    in_honour: locale === 'en-US' ? 'Who is honored' : 'Who is honoured',
    in_memory: 'Who is remembered',
    programme: locale === 'en-US' ? 'Name of the program' : 'Name of the programme',
    other: 'What the grant is for',
  }
  return (
    <TextField
      label={labels[purposeCode]}
      maxLength={500}
      {...field}
      onChange={text => {
        // An answer about another text is no answer about this one.
        form.set('benefitAnswer', null)
        field.onChange(text)
      }}
      errors={check.kind === 'refused' ? [check.sentence] : field.errors}
    />
  )
}
