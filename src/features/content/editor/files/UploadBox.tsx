import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../web/api/call.ts'
import { clientContext } from '../../../../web/client-context/client-context.ts'
import { uploadRefusal } from '../../../../web/form/upload-refusal.ts'
import { FileDrop, type SentBytes } from '../../../../web/ui/fields/FileDrop.tsx'
import { listFiles, type ManagedFile, uploadFile } from '../../../files/files.contract.ts'
import { DescribePicture } from './DescribePicture.tsx'
import type { FileKind } from './file-choice.ts'
import { acceptOf, isPicture, limitsOf, refusalOf } from './file-labels.ts'

type UploadBoxProps = { kind: FileKind; onUploaded: (file: ManagedFile) => void }

/** Uploads a chosen or dropped file, with progress. Asks for a picture's description first. */
export function UploadBox({ kind, onUploaded }: UploadBoxProps) {
  const { locale } = clientContext().clientSettings
  const client = useQueryClient()
  const [pictureToDescribe, setPictureToDescribe] = useState<File | null>(null)
  const [sent, setSent] = useState<SentBytes | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)

  const send = async (file: File, alt: string) => {
    setPictureToDescribe(null)
    setSent({ sentBytes: 0, ofBytes: file.size })
    try {
      const uploaded = await call(
        uploadFile,
        { query: { name: file.name, alt }, upload: file },
        { onSent: (sentBytes, ofBytes) => setSent({ sentBytes, ofBytes }) },
      )
      await client.invalidateQueries({ queryKey: [listFiles.path] })
      onUploaded(uploaded)
    } catch (failure) {
      setRefusal(uploadRefusal(failure))
    } finally {
      setSent(null)
    }
  }
  const accept = (file: File) => {
    const refused = refusalOf(file, kind)
    setRefusal(refused)
    setPictureToDescribe(null)
    if (refused !== null) return
    // The browser's type is enough here; the server checks the content.
    if (file.type !== 'application/pdf' && isPicture(file.type as ManagedFile['mediaType']))
      setPictureToDescribe(file)
    else void send(file, '')
  }

  return (
    <FileDrop
      limits={limitsOf[kind]}
      accept={acceptOf(kind)}
      locale={locale}
      sent={sent}
      refusal={refusal}
      onFile={accept}
    >
      {pictureToDescribe ? (
        <DescribePicture
          file={pictureToDescribe}
          onDescribed={alt => void send(pictureToDescribe, alt)}
          onCancel={() => setPictureToDescribe(null)}
        />
      ) : undefined}
    </FileDrop>
  )
}
