import { maxTiers } from '../../../domain/fee-terms.ts'
import type { Currency } from '../../../domain/money.ts'
import { formatMoney } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { maxAmountMinor } from '../../../web/client-context/max-amount.ts'
import type { FormHandle } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { fieldId } from '../../../web/ui/fields/field-props.ts'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import styles from './FeeTerms.module.css'
import { rateOf, type TermsDraft, upToOf, withTiers } from './terms-draft.ts'

/** Moves the focus to a field once it is on the page. */
const focusSoon = (name: string): void => {
  setTimeout(() => document.getElementById(fieldId(name))?.focus())
}

type TierRowsProps = { form: FormHandle<TermsDraft>; currency: Currency }

/** The tiers of new terms, each with the rate for the part of the average balance within it; the last one has no upper end. */
export function TierRows({ form, currency }: TierRowsProps) {
  const { locale } = clientContext().clientSettings
  const { values } = form
  const count = values.tiers
  const change = (how: { add: true } | { remove: number }) => {
    const next = withTiers(values, how)
    for (let place = 0; place < next.tiers; place += 1) {
      form.set(upToOf(place), next[upToOf(place)] ?? null)
      form.set(rateOf(place), next[rateOf(place)] ?? '')
    }
    form.set('tiers', next.tiers)
    // The new tier begins where the one before it now has to end; the button of a removed one is gone.
    focusSoon('add' in how ? upToOf(count - 1) : rateOf(Math.min(how.remove, next.tiers - 1)))
  }
  const lowerText = (place: number): string => {
    const lower = place === 0 ? null : (values[upToOf(place - 1)] ?? null)
    return lower === null ? '' : formatMoney(lower, currency, locale, { wholeUnitsWhenRound: true })
  }
  const { errors } = form.field('tiers')
  return (
    <fieldset className={styles.rows} id={fieldId('tiers')} tabIndex={-1}>
      <legend>Rates</legend>
      <p>Each rate is for the part of a fund’s average balance within its tier.</p>
      {errors.length === 0 ? null : <p role="alert">{errors.join(' ')}</p>}
      {Array.from({ length: count }, (_, place) => {
        const isLast = place === count - 1
        const name = `Tier ${place + 1}`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tier is known by its place
          <div key={place} className={styles.row}>
            {isLast ? (
              <p className={styles.above}>
                {count === 1 ? 'The whole balance' : `Above ${lowerText(place) || 'the tier before'}`}
              </p>
            ) : (
              <MoneyField
                label={
                  <>
                    <VisuallyHidden>{name}, </VisuallyHidden>Up to
                  </>
                }
                currency={currency}
                maxMinor={maxAmountMinor()}
                isRequired
                {...form.field(upToOf(place))}
                value={values[upToOf(place)] ?? null}
              />
            )}
            <TextField
              label={
                <>
                  <VisuallyHidden>{name}, </VisuallyHidden>Rate for a year (%)
                </>
              }
              isShort
              isRequired
              autoComplete="off"
              {...form.field(rateOf(place))}
              value={values[rateOf(place)] ?? ''}
            />
            {count === 1 ? null : (
              <p className={styles.remove}>
                <Button kind="text" onPress={() => change({ remove: place })}>
                  Remove<VisuallyHidden> {name}</VisuallyHidden>
                </Button>
              </p>
            )}
          </div>
        )
      })}
      {count >= maxTiers ? null : (
        <p>
          <Button kind="text" onPress={() => change({ add: true })}>
            Add a tier
          </Button>
        </p>
      )}
    </fieldset>
  )
}
