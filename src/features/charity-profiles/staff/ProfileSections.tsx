import type { ReactNode } from 'react'
import { ExternalLink } from '../../../web/ui/actions/ExternalLink.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { type CharityProfileDetails, profileLevels } from '../profiles.contract.ts'
import { ProfileSection } from './ProfileSection.tsx'
import { profileFieldLabel as label, levelTexts } from './profile-labels.ts'

type SectionProps = { profile: CharityProfileDetails; mayEdit: boolean }

/** The names by which donors find the charity besides that of the register. */
export function NamesSection({ profile, mayEdit }: SectionProps) {
  const { otherNames } = profile.fields
  const { charityId, name } = profile.charity
  return (
    <ProfileSection
      profile={profile}
      title="Names"
      names={['otherNames']}
      mayEdit={mayEdit}
      editText="Edit"
      fields={field => (
        <TextField
          label={label('otherNames')}
          hint="Such as a trade name or a former name, separated by semicolons. Donors find the charity by them."
          {...field('otherNames')}
        />
      )}
    >
      <DescriptionList
        items={[
          {
            term: charityId.startsWith('XX-ALM-') ? 'In our vetting' : 'In the register',
            description: name,
          },
          { term: label('otherNames'), description: otherNames || none },
        ]}
      />
    </ProfileSection>
  )
}

const none = 'None'

/** What the charity's page shows donors, besides the register. */
export function PageSection({ profile, mayEdit, children }: SectionProps & { children: ReactNode }) {
  const { website, profileLink, profileLevel, comment } = profile.fields
  return (
    <ProfileSection
      profile={profile}
      title="What donors see"
      names={['website', 'profileLink', 'profileLevel', 'comment']}
      mayEdit={mayEdit}
      editText="Edit"
      fields={field => (
        <>
          <TextField label={label('website')} {...field('website')} />
          <TextField label={label('profileLink')} {...field('profileLink')} />
          <Select
            label={label('profileLevel')}
            choices={profileLevels.map(value => ({ value, text: levelTexts[value] }))}
            {...field('profileLevel')}
          />
          <TextArea
            label={label('comment')}
            hint="Shown to donors on the charity’s page."
            {...field('comment')}
          />
        </>
      )}
    >
      <DescriptionList
        items={[
          { term: label('website'), description: website ? <Address href={website} /> : none },
          { term: label('profileLink'), description: profileLink ? <Address href={profileLink} /> : none },
          { term: label('profileLevel'), description: levelTexts[profileLevel] },
          { term: label('comment'), description: comment || none },
        ]}
      />
      {children}
    </ProfileSection>
  )
}

function Address({ href }: { href: string }) {
  return <ExternalLink href={href}>{href.replace(/^https?:\/\//, '').replace(/\/$/, '')}</ExternalLink>
}
