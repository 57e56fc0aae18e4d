import { useCallback, useState } from 'react'
import type { ErrorBody } from '@printroom/contract/errors'
import { MOCKUP } from '@printroom/contract/messages'
import { type ExportOptions, useExportOptions, exportFields } from '~/features/mockups/export-options.ts'
import { saveFile } from '~/lib/save-file.ts'
import { endSession } from '~/lib/session.ts'
import { addErrorToast } from '~/lib/toast.ts'

export function useDownload(): { download: (ids: string[]) => Promise<void>; isDownloading: boolean } {
  const [isDownloading, setDownloading] = useState(false)
  const options = useExportOptions()
  const download = useCallback(
    async (ids: string[]) => {
      if (ids.length === 0) return void addErrorToast(MOCKUP.downloadNothing)
      setDownloading(true)
      try {
        saveFile(await fetchZip(ids, options), 'mockups.zip')
      } catch (error) {
        addErrorToast(error instanceof Refused ? error.message : MOCKUP.downloadFailed)
      } finally {
        setDownloading(false)
      }
    },
    [options],
  )
  return { download, isDownloading }
}

/** The server's own sentence for what cannot be had so. */
class Refused extends Error {}

async function fetchZip(mockupIds: string[], options: ExportOptions): Promise<Blob> {
  const answer = await fetch('/api/mockups/download', {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mockupIds, ...exportFields(options) }),
  })
  if (answer.status === 401) endSession()
  if (answer.status === 400) throw new Refused(((await answer.json()) as ErrorBody).error)
  if (!answer.ok) throw new Error(`${answer.status}: ${(await answer.text()) || answer.statusText}`)
  return answer.blob()
}
