import { Problem } from '../../../contract/problems.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { useUpload } from '../../../web/form/use-upload.ts'
import { afterRemoval } from '../../../web/routing/after-removal.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { FileDrop } from '../../../web/ui/fields/FileDrop.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import {
  type CharityProfileDetails,
  logoMaxBytes,
  removeCharityLogo,
  uploadCharityLogo,
} from '../profiles.contract.ts'
import styles from './CharityProfilePage.module.css'

const limits = 'PNG, JPEG, WebP, GIF; up to 1 MB'
const accept = 'image/png,image/jpeg,image/webp,image/gif'

type CharityLogoProps = { profile: CharityProfileDetails; mayEdit: boolean }

/** The logo of a charity, which donors see on its page; a new one replaces the previous one. */
export function CharityLogo({ profile, mayEdit }: CharityLogoProps) {
  const { locale } = clientContext().clientSettings
  const { sent, refusal, refused, upload } = useUpload({ limits, maxBytes: logoMaxBytes })
  const { charity, revision, logoUrl } = profile
  const params = { charityId: charity.charityId }

  const replace = (file: File) =>
    upload(file, async onSent => {
      const sentLogo = { params, query: { revision: String(revision) }, upload: file }
      await call(uploadCharityLogo, sentLogo, { onSent }).catch((failure: unknown) => {
        if (failure instanceof Problem && failure.code === 'conflict') void refreshAll()
        throw failure
      })
      await refreshAll()
      showToast({ className: 'success', header: 'Donors see the new logo now.' })
    })
  const remove = async () => {
    try {
      await call(removeCharityLogo, { params, body: { data: { type: 'command', attributes: { revision } } } })
      await refreshAll()
      afterRemoval('The logo was removed.')
    } catch (failure) {
      showFailure(failure)
      void refreshAll()
    }
  }
  if (logoUrl === null && !mayEdit) return null
  return (
    <div className={styles.logo}>
      <h3>Logo</h3>
      {logoUrl === null ? (
        <p>This charity has no logo yet.</p>
      ) : (
        <img src={logoUrl} alt="The logo that donors see" />
      )}
      {mayEdit ? (
        <FileDrop
          limits={limits}
          accept={accept}
          locale={locale}
          sent={sent}
          refusal={refusal}
          again={refused && (() => void replace(refused))}
          onFile={file => void replace(file)}
        />
      ) : null}
      {mayEdit && logoUrl !== null ? (
        <Button kind="text" onPress={() => void remove()}>
          Remove the logo
        </Button>
      ) : null}
    </div>
  )
}
