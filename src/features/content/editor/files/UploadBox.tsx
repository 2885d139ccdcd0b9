import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../web/api/call.ts'
import { clientContext } from '../../../../web/client-context/client-context.ts'
import { useUpload } from '../../../../web/form/use-upload.ts'
import { FileDrop } from '../../../../web/ui/fields/FileDrop.tsx'
import { maxPdfBytes } from '../../../files/domain/file-kinds.ts'
import { listFiles, type ManagedFile, uploadFile } from '../../../files/files.contract.ts'
import { DescribePicture } from './DescribePicture.tsx'
import type { FileKind } from './file-choice.ts'
import { acceptOf, isPicture, limitsOf, refusalOf } from './file-labels.ts'

type UploadBoxProps = { kind: FileKind; onUploaded: (file: ManagedFile) => void }

/** Uploads a chosen or dropped file, with progress. Asks for a picture's description first, once for all attempts. */
export function UploadBox({ kind, onUploaded }: UploadBoxProps) {
  const { locale } = clientContext().clientSettings
  const client = useQueryClient()
  const [pictureToDescribe, setPictureToDescribe] = useState<File | null>(null)
  const [sentAlt, setSentAlt] = useState('')
  // Pictures may have fewer bytes, which `refusalOf` knows.
  const { sent, refusal, refused, refuse, upload } = useUpload({
    limits: limitsOf[kind],
    maxBytes: maxPdfBytes,
  })

  const send = async (file: File, alt: string) => {
    setPictureToDescribe(null)
    setSentAlt(alt)
    await upload(file, async onSent => {
      const uploaded = await call(uploadFile, { query: { name: file.name, alt }, upload: file }, { onSent })
      await client.invalidateQueries({ queryKey: [listFiles.path] })
      onUploaded(uploaded)
    })
  }
  const accept = (file: File) => {
    const reason = refusalOf(file, kind)
    refuse(reason)
    setPictureToDescribe(null)
    if (reason !== null) return
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
      again={refused && (() => void send(refused, sentAlt))}
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
