import { type ReactNode, useState } from 'react'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { ExternalLink } from '../../../web/ui/actions/ExternalLink.tsx'
import { InfoPopover } from '../../../web/ui/overlay/InfoPopover.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { placeLabel, taxIdLabel } from '../../charities/domain/charity-labels.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import type { FundCharity } from '../charity-list.contract.ts'
import styles from './CharityFacts.module.css'

/** The facts from the register and the staff's profile (§2.7). Unknown ones are left out. */
export function CharityFacts({ charity }: { charity: FundCharity }) {
  const place = placeLabel(charity)
  const line = (term: ReactNode, description: ReactNode, isKnown = true) =>
    isKnown ? [{ term, description }] : []
  return (
    <div className={styles.facts}>
      {charity.logoUrl === null ? null : <Logo src={charity.logoUrl} />}
      <DescriptionList
        items={[
          ...line(
            taxIdLabel(charity.charityId),
            <>
              {charity.taxId}
              {charity.paysByEft ? <EftBadge /> : null}
            </>,
          ),
          ...line('Also known as', charityName(charity.alsoKnownAs ?? ''), charity.alsoKnownAs !== null),
          ...line('Address', place, place !== null),
          ...line('Cause', charity.cause, charity.cause !== null),
          ...line('Website', <Website href={charity.website ?? ''} />, charity.website !== null),
          ...line(
            'Public profile',
            <ExternalLink href={charity.candidUrl ?? ''}>View the public profile</ExternalLink>,
            charity.candidUrl !== null,
          ),
          ...line('Profile level', levelLabel(charity.profileLevel ?? ''), charity.profileLevel !== null),
          ...line(
            'Gross receipts',
            <Amount amountMinor={charity.grossReceipts} />,
            charity.grossReceipts !== null,
          ),
          ...line('Total assets', <Amount amountMinor={charity.totalAssets} />, charity.totalAssets !== null),
          ...line('Comment', charity.comment, charity.comment !== null),
        ]}
      />
    </div>
  )
}

/** The charity's logo from its own address; nothing is shown if it cannot be loaded. */
function Logo({ src }: { src: string }) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return null
  return (
    <img
      className={styles.logo}
      src={src}
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setMissing(true)}
    />
  )
}

/** Shown where the default payment type is EFT (§2.7). */
function EftBadge() {
  return (
    <span className={styles.badge}>
      EFT enrolled
      <InfoPopover label="What EFT enrolled means">
        <p>
          {inClientEnglish(
            'This charity receives grants by electronic funds transfer, directly to its bank account. This is faster and safer than a payment by post.',
          )}
        </p>
      </InfoPopover>
    </span>
  )
}

function Website({ href }: { href: string }) {
  return <ExternalLink href={href}>{href.replace(/^https?:\/\//, '').replace(/\/$/, '')}</ExternalLink>
}

/** Reported amounts are in the currency of the charity's country, which is the book's. */
function Amount({ amountMinor }: { amountMinor: bigint | null }) {
  const { currentDbHeader } = clientContext()
  return <Money amountMinor={amountMinor ?? 0n} currency={currentDbHeader} wholeUnitsWhenRound />
}

const levelLabel = (level: string) => level.charAt(0) + level.slice(1).toLowerCase()
