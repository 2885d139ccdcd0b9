import { useState } from 'react'
import { addDays } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { maxAmountMinor } from '../../../web/client-context/max-amount.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { type FormHandle, useForm } from '../../../web/form/use-form.ts'
import { paths } from '../../../web/routing/paths.ts'
import type { CurrentAccount } from '../../../web/session/current-account.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { DateField } from '../../../web/ui/fields/DateField.tsx'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { RichText } from '../../../web/ui/text/RichText.tsx'
import {
  type Announcement,
  announcementLengths,
  kindsOfWays,
  needsInstruction,
  type WayToGive,
} from '../domain/announcement.ts'
import { AssetLines } from '../staff/AssetLines.tsx'
import { type AnnouncementDraft, announcementDraft, draftOf, emptyDraft } from './announcement-draft.ts'
import { announceContribution, changeAnnouncement, type Instructions } from './announcements.contract.ts'
import styles from './Contribute.module.css'
import type { FundContribution } from './fund-contributions.contract.ts'
import { Deadlines, HowToSend } from './HowToSend.tsx'

type Saved = { contributionId: string; transactionId: number; way: WayToGive }

type AnnounceFormProps = {
  account: CurrentAccount
  instructions: Instructions
  /** The way that the address names. */
  way: WayToGive | null
  /** The announced contribution that is changed; null: a new one. */
  changed: FundContribution | null
  onSaved: (saved: Saved) => void
}

/** Announces a contribution, or changes one, below how it is sent. */
export function AnnounceForm({ account, instructions, way, changed: latest, onSaved }: AnnounceFormProps) {
  // What the form shows is what it changes, even if somebody else changes it meanwhile.
  const [changed] = useState(latest)
  const { fundId, currency } = account
  const { today } = clientContext().clientSettings
  // A double click or a repeat after a lost reply announces it once.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const send = async (announcement: Announcement): Promise<Saved> => {
    const reply =
      changed === null
        ? await call(
            announceContribution,
            { params: { fundId }, body: { data: { type: 'command', attributes: announcement } } },
            { idempotencyKey },
          )
        : await call(
            changeAnnouncement,
            {
              params: { fundId, contributionId: changed.id },
              body: { data: { type: 'command', attributes: { revision: changed.revision, announcement } } },
            },
            { idempotencyKey },
          )
    return { ...reply, way: announcement.way }
  }
  const isTaken = instructions.ways.some(each => each.way === way)
  const form = useForm({
    schema: announcementDraft(today),
    initial: changed === null ? emptyDraft(isTaken ? way : null) : draftOf(changed),
    save: send,
    onSaved: saved => {
      void refreshAll()
      onSaved(saved)
    },
  })
  const chosen = form.values.way
  return (
    <div className={styles.page}>
      <div className={styles.form}>
        <Form form={form} label="Contribute">
          <RadioGroup
            label="How will you give?"
            look="cards"
            choices={[
              ...instructions.ways.map(({ way: value }) => ({
                value,
                text: inClientEnglish(kindsOfWays[value].label),
              })),
              ...(changed === null ? [{ value: 'other' as const, text: 'Other assets' }] : []),
            ]}
            {...form.field('way')}
          />
          {chosen === 'other' ? <RichText text={instructions.otherAssets} /> : null}
          {chosen === null || chosen === 'other' ? null : (
            <>
              <section aria-label="How to send it">
                <h2>How to send it</h2>
                <HowToSend
                  way={chosen}
                  instructions={instructions}
                  reference={changed === null ? null : String(changed.transactionId)}
                />
              </section>
              <h2>Tell us what is coming</h2>
              <Fields form={form} way={chosen} currency={currency} />
              <SubmitRow
                isPending={form.isPending}
                submitText={changed === null ? 'Announce the contribution' : 'Save the changes'}
              >
                <Link to={paths.contributions()} look="button">
                  {changed === null ? 'Cancel' : 'Go back'}
                </Link>
              </SubmitRow>
            </>
          )}
        </Form>
      </div>
      <Deadlines instructions={instructions} />
    </div>
  )
}

const origins: Record<WayToGive, string> = {
  wire: 'Your bank (optional)',
  check: 'Your bank (optional)',
  securities: 'Your broker or custodian (optional)',
  'fund-shares': 'The fund company or custodian (optional)',
  sponsor: 'The other sponsor (optional)',
}

type FieldsProps = {
  form: FormHandle<AnnouncementDraft>
  way: WayToGive
  currency: CurrentAccount['currency']
}

function Fields({ form, way, currency }: FieldsProps) {
  const { today } = clientContext().clientSettings
  return (
    <>
      {needsInstruction(way) ? (
        <AssetLines form={form} />
      ) : (
        <MoneyField
          label="Amount"
          currency={currency}
          maxMinor={maxAmountMinor()}
          isRequired
          {...form.field('amountMinor')}
        />
      )}
      <TextField label={origins[way]} maxLength={announcementLengths.sentFrom} {...form.field('sentFrom')} />
      <DateField
        label="Day on which it is sent (optional)"
        hint="If it hasn’t arrived two weeks later, we’ll remind you."
        earliest={addDays(today, -60)}
        latest={addDays(today, 365)}
        {...form.field('sendsOn')}
      />
      <TextArea
        label="Anything we should know (optional)"
        maxLength={announcementLengths.note}
        {...form.field('note')}
      />
    </>
  )
}
